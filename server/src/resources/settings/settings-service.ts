import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { SavedSettings } from '@sevadesk/contract/settings/settings-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { assertVersion, badRequest, notFound } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { readContent } from '../../trust/read-content.ts'
import { trustOf } from '../../trust/trust-content.ts'
import { TrustFieldError } from '../../trust/trust-field-error.ts'
import { assertFewPixels, parseDataUrl } from '../../trust/trust-picture.ts'
import type { ReceiptLanguage, Trust } from '../../trust/trust-settings.ts'
import type { Recorder } from '../history/history-service.ts'
import { recordSavedSettings, recordSettingsExport } from '../history/settings-history-service.ts'
import { futureNumbers } from './number-format.ts'
import * as store from './settings-store.ts'
import { tryPicture } from './tried-pictures-service.ts'

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
