import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { tooMany } from '../../errors.ts'
import { addressForLimit } from '../../text/ip-address.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { isReached, type RateLimit, rangeLimits, reserveAttempt } from './rate-limit-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** An IPv4 /24 or IPv6 /48 network may store so many times what one address may. */
const RANGE_FACTOR = 10
/** A warning is logged when all addresses store so many times what one address may. */
const WARNING_FACTOR = 100

/** Calls that store something. */
export type PublicCall = 'message' | 'order'
type Limits = Pick<Config, 'publicCallsPerHour' | 'receiptsPerHour' | 'messagesPerDay' | 'unpaidOrdersPerDay'>

interface Dependencies {
  db: Db
  config: Limits
  log: WarningLog
}

export interface WarningLog {
  warn(details: object, message: string): void
}

/** Counts a receipt against the limit of the IP address. Throws tooMany(). */
export async function countReceipt(db: Db, { receiptsPerHour }: Limits, ip: string): Promise<void> {
  const hour = { key: `receipt:${addressForLimit(ip)}`, max: receiptsPerHour, windowMs: HOUR_MS }
  await reserve(db, [hour], [hour])
}

/**
 * Counts a call against the limits of its kind, per IP address and address range. No limit is
 * common to all addresses, because a stranger could reach it and stop everybody. Returns the id of
 * the attempt. Throws tooMany().
 */
export async function countPublicCall(
  { db, config, log }: Dependencies,
  kind: PublicCall,
  ip: string,
): Promise<string> {
  const address = addressForLimit(ip)
  const perDay = kind === 'message' ? config.messagesPerDay : config.unpaidOrdersPerDay
  const hour = { key: `${kind}:${address}`, max: config.publicCallsPerHour, windowMs: HOUR_MS }
  const day = { key: `${kind}-day:${address}`, max: perDay, windowMs: DAY_MS }
  const ranges = rangeLimits(ip, { kind: `${kind}-range`, max: perDay * RANGE_FACTOR, windowMs: DAY_MS })
  const total = { key: `${kind}-day`, windowMs: DAY_MS }
  const attemptId = await reserve(db, [hour, day, ...ranges, total], [hour, day])
  if (await isReached(db, { ...total, max: perDay * WARNING_FACTOR })) {
    log.warn({ kind, withinHours: 24 }, 'unusually many calls from all addresses together')
  }
  return attemptId
}

async function reserve(db: Db, limits: readonly RateLimit[], ofAddress: readonly RateLimit[]): Promise<string> {
  const reservation = await reserveAttempt(db, limits)
  if ('attemptId' in reservation) return reservation.attemptId
  const { key, retryAfterMs } = reservation
  const isOfAddress = ofAddress.some((limit) => limit.key === key)
  throw tooMany(isOfAddress ? tooManyFromOne(retryAfterMs) : tooManyFromRange(retryAfterMs), retryAfterMs / 1000)
}

/** A program filled the field that people do not see. A browser extension may too: the call is lost. */
export function logFilledHoneypot(log: WarningLog, kind: PublicCall, ip: string): void {
  log.warn({ kind, ip }, 'ignored a form with a filled honeypot')
}

function tooManyFromOne(waitMs: number): LocalisedText {
  const wait = describeWait(waitMs)
  return localised('Too many requests came from your internet connection. Please try again in {wait}.', { wait })
}

function tooManyFromRange(waitMs: number): LocalisedText {
  const wait = describeWait(waitMs)
  return localised(
    'The site received too many requests from your network today. Please try again in {wait}, or call the trust.',
    { wait },
  )
}

function describeWait(waitMs: number): LocalisedText {
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  if (minutes === 1) return localised('a minute')
  if (minutes <= 90) return localised('{count} minutes', { count: minutes })
  const hours = Math.ceil(waitMs / HOUR_MS)
  return localised('{count} hours', { count: hours })
}
