import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { tooMany } from '../../errors.ts'
import { addressForLimit } from '../../text/ip-address.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { type RateLimit, reserveAttempt } from './rate-limit-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** All addresses together may store so many times what one address may. */
const ALL_ADDRESSES = 100

export type PublicCall = 'message' | 'order' | 'receipt'
type Limits = Pick<Config, 'publicCallsPerHour' | 'receiptsPerHour' | 'messagesPerDay' | 'unpaidOrdersPerDay'>

/**
 * Counts a call against the limits of its kind: per IP address and, if it stores something, over
 * all addresses. Returns the id of the attempt. Throws tooMany().
 */
export async function countPublicCall(db: Db, config: Limits, kind: PublicCall, ip: string): Promise<string> {
  const total = `${kind}-day`
  const reservation = await reserveAttempt(db, limitsOf(config, kind, addressForLimit(ip), total), new Date())
  if ('attemptId' in reservation) return reservation.attemptId
  const { key, retryAfterMs } = reservation
  throw tooMany(key === total ? tooManyFromAll(retryAfterMs) : tooManyFromOne(retryAfterMs), retryAfterMs / 1000)
}

function limitsOf(config: Limits, kind: PublicCall, address: string, total: string): RateLimit[] {
  const { publicCallsPerHour, receiptsPerHour, messagesPerDay, unpaidOrdersPerDay } = config
  const perHour = kind === 'receipt' ? receiptsPerHour : publicCallsPerHour
  const hour = { key: `${kind}:${address}`, max: perHour, windowMs: HOUR_MS }
  if (kind === 'receipt') return [hour]
  const perDay = kind === 'message' ? messagesPerDay : unpaidOrdersPerDay
  return [
    hour,
    { key: `${total}:${address}`, max: perDay, windowMs: DAY_MS },
    { key: total, max: perDay * ALL_ADDRESSES, windowMs: DAY_MS },
  ]
}

function tooManyFromOne(waitMs: number): LocalisedText {
  const wait = describeWait(waitMs)
  return {
    en: `Too many requests came from your internet connection. Please try again in ${wait.en}.`,
    hi: `आपके इंटरनेट कनेक्शन से बहुत बार भेजा गया है। ${wait.hi} बाद फिर से कोशिश करें।`,
  }
}

function tooManyFromAll(waitMs: number): LocalisedText {
  const wait = describeWait(waitMs)
  return {
    en: `Too many requests came today. Please try again in ${wait.en}, or call the trust.`,
    hi: `आज बहुत ज़्यादा अनुरोध आ चुके हैं। ${wait.hi} बाद फिर से कोशिश करें या ट्रस्ट को फ़ोन करें।`,
  }
}

function describeWait(waitMs: number): LocalisedText {
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  if (minutes === 1) return { en: 'a minute', hi: '1 मिनट' }
  if (minutes <= 90) return { en: `${minutes} minutes`, hi: `${minutes} मिनट` }
  const hours = Math.ceil(waitMs / HOUR_MS)
  return { en: `${hours} hours`, hi: `${hours} घंटे` }
}
