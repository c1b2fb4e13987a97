import { createHash } from 'node:crypto'
import type { AppDependencies } from '../../dependencies.ts'
import { badRequest, tooMany, unavailable } from '../../errors.ts'
import type { Language } from '../../text/localised-text.ts'
import { trustOf } from '../../trust/trust-content.ts'
import type { TrustDetails } from '../../trust/trust-settings.ts'
import { receiptContent } from '../receipts/content/receipt-content.ts'
import { settingsOn, takeSnapshot } from '../receipts/content/receipt-snapshot.ts'
import { PrintQueueFullError } from '../receipts/pdf/receipt-printer.ts'
import { financialYear, printedNumber } from '../receipts/receipt-number.ts'
import { defaultLanguage, validate } from './settings-service.ts'

export interface PreviewRequest {
  content: object
  /** Of the example donation, `YYYY-MM-DD`. */
  day: string
  language: Language
  method: 'cash' | 'online'
}

const WINDOW_MS = 60_000
/** Nobody types so long that a pause of a second would reach this. */
const MAX_PER_WINDOW = 60

/** When each user asked for previews within the window, in ms. */
const calls = new Map<string, number[]>()

/**
 * Draws the receipt of an example donation as SVG. Stores nothing. Throws badRequest() with a sentence
 * for each wrong field, tooMany() and unavailable().
 */
export async function previewReceipt(
  { config, receiptPrinter }: Pick<AppDependencies, 'config' | 'receiptPrinter'>,
  userId: string,
  { content: sent, day, language, method }: PreviewRequest,
): Promise<string> {
  countPreview(userId, performance.now())
  const at = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(at.getTime())) throw badRequest(NO_DAY, { day: NO_DAY })
  const receipts = { ...Reflect.get(sent, 'receipts'), language }
  const trust = trustOf(await validate({ ...sent, receipts }, defaultLanguage(config)), language)
  const number = printedNumber(trust, financialYear(day), EXAMPLE_NUMBER)
  const donation = { ...EXAMPLE_DONOR[language], ...EXAMPLE, payment_method: method === 'cash' ? 'cash' : 'upi' }
  const snapshot = takeSnapshot(
    { ...donation, payment_id: method === 'cash' ? null : EXAMPLE.payment_id, created_at: at.toISOString() },
    { number, receiptDay: day, timeZone: 'UTC', language },
  )
  const settings = settingsOn(trust, day)
  const settingsHash = `preview-${picturesHash(trust.details)}`
  const receipt = receiptContent({ snapshot, settings, settingsHash, isCancelled: false })
  return receiptPrinter.draw(receipt, `preview-${userId}`).catch((error: unknown) => {
    throw error instanceof PrintQueueFullError ? unavailable(TOO_BUSY) : error
  })
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
const EXAMPLE_DONOR = {
  en: {
    donor_name: 'Asha Devi (example)',
    donor_address: '12 Station Road\nMathura 281001',
    purpose: 'General donation',
  },
  hi: { donor_name: 'आशा देवी (उदाहरण)', donor_address: '12, स्टेशन रोड\nमथुरा 281001', purpose: 'सामान्य दान' },
}

const NO_DAY = { en: 'There is no such day.', hi: 'ऐसी कोई तारीख नहीं होती।' }
const TOO_MANY = {
  en: 'Many previews were drawn just now. The next one comes in a moment.',
  hi: 'अभी बहुत बार रसीद बनाई गई है। थोड़ी देर में अगली बनेगी।',
}
const TOO_BUSY = {
  en: 'Many receipts are being printed right now. Please try again in a moment.',
  hi: 'अभी बहुत सी रसीदें बन रही हैं। थोड़ी देर में फिर से कोशिश करें।',
}
