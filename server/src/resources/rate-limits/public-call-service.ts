import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { tooMany } from '../../errors.ts'
import { addressForLimit } from '../../text/ip-address.ts'
import { reserveAttempt } from './rate-limit-store.ts'

const WINDOW_MS = 60 * 60 * 1000

/** Counts a call against the hourly limit of its kind and IP address. Throws tooMany(). */
export async function countPublicCall(
  db: Db,
  { publicCallsPerHour }: Pick<Config, 'publicCallsPerHour'>,
  kind: 'message' | 'order',
  ip: string,
): Promise<void> {
  const limit = { key: `${kind}:${addressForLimit(ip)}`, max: publicCallsPerHour, windowMs: WINDOW_MS }
  const reservation = await reserveAttempt(db, [limit], new Date())
  if ('attemptId' in reservation) return
  const minutes = Math.ceil(reservation.retryAfterMs / 60_000)
  throw tooMany(
    {
      en: `Too many requests came from your internet connection. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      hi: `आपके इंटरनेट कनेक्शन से बहुत बार भेजा गया है। ${minutes} मिनट बाद फिर से कोशिश करें।`,
    },
    Math.ceil(reservation.retryAfterMs / 1000),
  )
}
