import { createHash } from 'node:crypto'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import type { SettingsContent } from '@sevadesk/contract/settings/settings-fields.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { badRequest, tooMany, unavailable } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { isDay } from '../../trust/read-content.ts'
import { trustOf } from '../../trust/trust-content.ts'
import type { ReceiptLanguage, TrustDetails } from '../../trust/trust-settings.ts'
import { receiptContent } from '../receipts/content/receipt-content.ts'
import { settingsOn, takeSnapshot } from '../receipts/content/receipt-snapshot.ts'
import { PrintQueueFullError } from '../receipts/pdf/receipt-printer.ts'
import { printedNumber } from '../receipts/receipt-number.ts'
import { defaultLanguage, validate } from './settings-service.ts'
import { findVersion } from './settings-store.ts'

export interface PreviewRequest {
  content: object
  /** The day of the example donation, `YYYY-MM-DD`. */
  day: string
  language: ReceiptLanguage
  method: 'cash' | 'cheque' | 'online'
}

const WINDOW_MS = 60_000
/** Previews that follow typing, one a second at most, stay below. */
const MAX_PER_WINDOW = 60

/** When each user asked for previews within the window, in ms. */
const calls = new Map<string, number[]>()

/**
 * Draws the receipt of an example donation as SVG. Stores nothing. Throws badRequest() with a sentence
 * for each wrong field, tooMany() and unavailable().
 */
export async function previewReceipt(
  { config, db, receiptPrinter }: Pick<AppDependencies, 'config' | 'db' | 'receiptPrinter'>,
  userId: string,
  { content: sent, day, language, method }: PreviewRequest,
): Promise<string> {
  countPreview(userId, performance.now())
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

function countPreview(userId: string, now: number): void {
  for (const [user, times] of calls) if ((times.at(-1) ?? 0) <= now - WINDOW_MS) calls.delete(user)
  const times = (calls.get(userId) ?? []).filter((time) => time > now - WINDOW_MS)
  const [first = now] = times
  if (times.length >= MAX_PER_WINDOW) throw tooMany(TOO_MANY, (first + WINDOW_MS - now) / 1000)
  calls.set(userId, [...times, now])
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
