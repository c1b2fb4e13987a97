import { createHash } from 'node:crypto'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { SavedSettings } from '@sevadesk/contract/settings/settings-schemas.ts'
import { Mutex } from 'async-mutex'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { assertVersion, badRequest, notFound, tooMany, unavailable } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { isDay, readContent, trustOf } from '../../trust/trust-content.ts'
import {
  assertFewPixels,
  parseDataUrl,
  TrialEndedError,
  TrustFieldError,
  tryTrustPictures,
  unprintablePicture,
} from '../../trust/trust-picture.ts'
import type { ReceiptLanguage, Trust, TrustDetails, TrustPicture } from '../../trust/trust-settings.ts'
import { type Recorder, recordSavedSettings, recordSettingsExport } from '../history/history-service.ts'
import { reserveAttempt } from '../rate-limits/rate-limit-store.ts'
import { receiptContent } from '../receipts/content/receipt-content.ts'
import { settingsOn, takeSnapshot } from '../receipts/content/receipt-snapshot.ts'
import { PrintQueueFullError } from '../receipts/pdf/receipt-printer.ts'
import { printedNumber } from '../receipts/receipt-number.ts'
import { futureNumbers } from './number-format.ts'
import * as store from './settings-store.ts'
import { findVersion } from './settings-store.ts'

type Dependencies = Pick<AppDependencies, 'config' | 'db' | 'trust'>

/** Returns the settings in force; before the first save, what receipts say without any. */
export async function readSettings({ db, trust }: Dependencies): Promise<SavedSettings> {
  const row = await store.findVersion(db, await store.findNewestVersion(db))
  return row ? toSaved(row) : { version: 0, savedAt: null, savedBy: null, content: contentOf(await trust.inForce(db)) }
}

/** Returns the content of the settings in force, and records who exported it. */
export async function exportSettings(dependencies: Dependencies & { recorder: Recorder }): Promise<SettingsContent> {
  const { content, version } = await readSettings(dependencies)
  await recordSettingsExport(dependencies.db, dependencies.recorder, version)
  return content
}

export async function listVersions(db: Db): Promise<Omit<SavedSettings, 'content'>[]> {
  const rows = await store.listVersions(db)
  return rows.map(({ version, saved_at, saved_by }) => ({ version, savedAt: saved_at, savedBy: saved_by }))
}

/** Throws notFound(). */
export async function readVersion(db: Db, version: string): Promise<SavedSettings> {
  const row = /^\d{1,9}$/.test(version) ? await store.findVersion(db, Number(version)) : undefined
  if (!row) throw notFound(localised('There is no such version of the settings.'))
  return toSaved(row)
}

/**
 * Saves a new version, in force at once. Throws 412 if the save began from another version, and
 * badRequest() with a sentence for each wrong field.
 */
export async function saveSettings(
  dependencies: Dependencies & { recorder: Recorder },
  sent: object,
  expectedVersion: string | undefined,
): Promise<SavedSettings> {
  const { config, db, trust, recorder } = dependencies
  const inForce = await readSettings(dependencies)
  // First, so that the save of another user is reported before anything is checked.
  assertVersion(expectedVersion, inForce)
  const content = await validate(sent, defaultLanguage(config), picturesOf(inForce.content))
  const after = trustOf(content, defaultLanguage(config))
  // Before anything is locked: there may be many receipts.
  const compared = await assertNumbersDiffer(db, { before: await trust.inForce(db), after })
  return db.transaction().execute(async (transaction) => {
    // In the order of a receipt: its series first.
    await store.lockSeries(transaction)
    await store.lockVersions(transaction)
    const current = await readSettings({ ...dependencies, db: transaction })
    assertVersion(expectedVersion, current)
    await assertNumbersDiffer(transaction, { before: await trust.inForce(transaction), after, compared })
    const version = current.version + 1
    const row = {
      version,
      content: JSON.stringify(content),
      saved_at: new Date().toISOString(),
      saved_by: recorder.actor?.username ?? null,
      saved_by_id: recorder.actor?.id ?? null,
    }
    await store.insertVersion(transaction, row)
    await recordSavedSettings(transaction, recorder, { before: current.content, after: content, version })
    return toSaved(row)
  })
}

/**
 * Returns the content as it is stored. Throws badRequest() with a sentence for each wrong field. A
 * picture of `savedPictures` may have any number of pixels.
 */
export async function validate(
  sent: object,
  language: ReceiptLanguage,
  savedPictures: readonly unknown[],
): Promise<SettingsContent> {
  const { content, faults } = readContent(sent, {
    language,
    readPicture(field, url) {
      const picture = parseDataUrl(field, url)
      if (!savedPictures.includes(url)) assertFewPixels(field, picture)
      return picture
    },
  })
  assertNone(faults)
  const { logo, signatory } = trustOf(content, language).details
  const pictures = [await tryPicture('logo', logo), await tryPicture('signatory.picture', signatory?.picture ?? null)]
  assertNone(pictures.filter((fault) => fault !== undefined))
  return content
}

function picturesOf({ logo, signatory }: SettingsContent): readonly unknown[] {
  return [logo, signatory?.picture]
}

export function defaultLanguage({ language }: Pick<Config, 'language'>): ReceiptLanguage {
  return language === 'hi' ? 'hi' : 'en'
}

function assertNone(faults: readonly TrustFieldError[]): void {
  if (faults.length === 0) return
  throw badRequest(CHECK_FIELDS, Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence])))
}

const CHECK_FIELDS = localised('Some fields of the settings need a correction.')

/**
 * Throws badRequest() if the changed format could give a receipt the number of an earlier one. Returns
 * the last numbers up to which receipts were compared; those in `compared` were before.
 */
async function assertNumbersDiffer(
  db: Db,
  { before, after, compared = new Map() }: { before: Trust; after: Trust; compared?: store.LastNumbers },
): Promise<store.LastNumbers> {
  if (before.numberFormat === after.numberFormat && before.numberDigits === after.numberDigits) return compared
  const lastNumbers = await store.readLastNumbers(db)
  const isFuture = futureNumbers(after, lastNumbers)
  for await (const page of store.printedNumbers(db, { from: compared, to: lastNumbers })) {
    const repeated = page.find(isFuture)
    if (repeated !== undefined) assertNone([new TrustFieldError('receipts.number', repeats(repeated))])
  }
  return lastNumbers
}

function repeats(printed: string): LocalisedText {
  return localised(
    'A later receipt would repeat the number {printed}, which is already printed. Choose another format.',
    { printed },
  )
}

function toSaved({ version, content, saved_at, saved_by }: store.SettingsRow): SavedSettings {
  return { version, savedAt: saved_at, savedBy: saved_by, content: JSON.parse(content) }
}

/** Plain settings as content. */
function contentOf({ details, language, numberFormat, numberDigits, linkDays }: Trust): SettingsContent {
  const receipts = { language, number: numberFormat, digits: numberDigits, linkDays }
  return { name: details.name, receipts }
}

interface PreviewRequest {
  content: object
  /** The day of the example donation, `YYYY-MM-DD`. */
  day: string
  language: ReceiptLanguage
  method: 'cash' | 'cheque' | 'online'
}

const WINDOW_MS = 60_000
/** Previews that follow typing, one a second at most, stay below. */
const MAX_PER_WINDOW = 60

/**
 * Draws the receipt of an example donation as SVG. Stores nothing. Throws badRequest() with a sentence
 * for each wrong field, tooMany() and unavailable().
 */
export async function previewReceipt(
  { config, db, receiptPrinter }: Pick<AppDependencies, 'config' | 'db' | 'receiptPrinter'>,
  userId: string,
  { content: sent, day, language, method }: PreviewRequest,
): Promise<string> {
  await countPreview(db, userId)
  if (!isDay(day)) throw badRequest(NO_DAY, { day: NO_DAY })
  const { content, pictures } = await withSavedPictures(db, withLanguage(sent, language))
  const trust = trustOf(await validate(content, defaultLanguage(config), pictures), language)
  const number = printedNumber(trust, financialYear(day), EXAMPLE_NUMBER)
  const donation = { ...exampleDonor(language), ...EXAMPLE, payment_method: method === 'online' ? 'upi' : method }
  const snapshot = takeSnapshot(
    { ...donation, payment_id: method === 'online' ? EXAMPLE.payment_id : null },
    { number, receiptDay: day, donationDay: day, language, isBeforeClearing: method === 'cheque' },
  )
  const settings = settingsOn(trust, day)
  const settingsHash = `preview-${picturesHash(trust.details)}`
  const receipt = receiptContent({ snapshot, settings, settingsHash, isCancelled: false })
  return receiptPrinter.draw(receipt, `preview-${userId}`).catch((error: unknown) => {
    throw error instanceof PrintQueueFullError ? unavailable(TOO_BUSY) : error
  })
}

/** Anything but a group stays as it is, and is refused. */
function withLanguage(sent: { receipts?: unknown }, language: ReceiptLanguage): object {
  const { receipts = {} } = sent
  const isGroup = typeof receipts === 'object' && receipts !== null && !Array.isArray(receipts)
  return isGroup ? { ...sent, receipts: { ...receipts, language } } : sent
}

/** Replaces each picture that the content names by its version, and returns those of versions. */
async function withSavedPictures(db: Db, sent: object): Promise<{ content: object; pictures: string[] }> {
  const pictures: string[] = []
  const { logo, signatory, ...content } = sent as { logo?: unknown; signatory?: unknown }
  const saved = async (value: unknown, pictureOf: (content: SettingsContent) => string | undefined) => {
    const version = typeof value === 'string' ? /^version:(\d{1,9})$/.exec(value)?.[1] : undefined
    const row = version === undefined ? undefined : await findVersion(db, Number(version))
    const picture = row && pictureOf(JSON.parse(row.content))
    if (picture !== undefined) pictures.push(picture)
    return picture ?? value
  }
  const person =
    typeof signatory === 'object' && signatory !== null && 'picture' in signatory
      ? { ...signatory, picture: await saved(signatory.picture, (each) => each.signatory?.picture) }
      : signatory
  return { content: { ...content, logo: await saved(logo, (each) => each.logo), signatory: person }, pictures }
}

async function countPreview(db: Db, userId: string): Promise<void> {
  const limit = { key: `preview:${userId}`, max: MAX_PER_WINDOW, windowMs: WINDOW_MS }
  const reservation = await reserveAttempt(db, [limit])
  if ('retryAfterMs' in reservation) throw tooMany(TOO_MANY, reservation.retryAfterMs / 1000)
}

/** Equal pictures of different settings are stored once in the printer. */
function picturesHash({ logo, signatory }: TrustDetails): string {
  const pictures = [logo?.base64, signatory?.picture?.base64]
  return createHash('sha256').update(JSON.stringify(pictures)).digest('hex').slice(0, 32)
}

const EXAMPLE_NUMBER = 42
const EXAMPLE = {
  donor_pan: 'ABCPE1234F',
  donor_phone: '+91 98765 43210',
  donor_email: 'donor@example.org',
  amount: 5_001_00,
  currency: 'INR',
  payment_id: 'pay_Example12345',
}

function exampleDonor(language: ReceiptLanguage) {
  const address = [localised('receipt|12 Station Road'), localised('receipt|Mathura 281001')]
  return {
    donor_name: localised('receipt|Asha Devi (example)')(language),
    donor_address: address.map((line) => line(language)).join('\n'),
    purpose: localised('receipt|General donation')(language),
  }
}

const NO_DAY = localised('settings|There is no such day.')
const TOO_MANY = localised('Many previews were drawn just now. The next one comes in a moment.')
const TOO_BUSY = localised('Many receipts are being printed right now. Please try again in a moment.')

/** A picture that takes longer would hold up every receipt. */
const LIMIT_MS = 10_000
const MAX_REMEMBERED = 32

/** Fingerprints of pictures that can be printed: each preview sends the same ones again. */
const printable = new Set<string>()
/** Each trial is a process of 60 MB or more, so only one runs at a time. */
const trial = new Mutex()

/**
 * Prints a picture in a process of its own. Only one picture is tried at a time. Returns the fault of a
 * picture that is damaged, takes too long, or needs too much memory.
 */
export async function tryPicture(field: string, picture: TrustPicture | null): Promise<TrustFieldError | undefined> {
  if (!picture) return undefined
  const fingerprint = createHash('sha256').update(picture.base64).digest('base64url')
  const isPrintable = () => printable.has(fingerprint)
  // Before the queue too: a preview of a known picture must not wait for the trial of another.
  if (isPrintable()) return undefined
  return trial.runExclusive(() => (isPrintable() ? undefined : runTrial(field, picture, fingerprint)))
}

async function runTrial(
  field: string,
  picture: TrustPicture,
  fingerprint: string,
): Promise<TrustFieldError | undefined> {
  try {
    await tryTrustPictures({ logo: picture, signatory: null }, { limitMs: LIMIT_MS })
  } catch (error) {
    if (error instanceof TrustFieldError || error instanceof TrialEndedError) return unprintablePicture(field)
    throw error
  }
  if (printable.size >= MAX_REMEMBERED) printable.clear()
  printable.add(fingerprint)
  return undefined
}
