import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { tooMany } from '../../errors.ts'
import { limitedAddress } from '../sessions/limited-address.ts'
import { type PublicCallKind, reservePublicCall } from './public-call-store.ts'

/** Counts a call of a visitor. Throws tooMany() when the address has made as many within the hour as the setting allows. */
export async function countPublicCall(
  db: Db,
  { publicCallsPerHour }: Pick<Config, 'publicCallsPerHour'>,
  kind: PublicCallKind,
  ip: string,
): Promise<void> {
  const call = { kind, address: limitedAddress(ip) }
  const refusal = await reservePublicCall(db, call, publicCallsPerHour, new Date())
  if (!refusal) return
  const minutes = Math.ceil(refusal.retryAfterMs / 60_000)
  throw tooMany(
    {
      en: `Too many requests came from your internet connection. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      hi: `आपके इंटरनेट कनेक्शन से बहुत बार भेजा गया है। ${minutes} मिनट बाद फिर से कोशिश करें।`,
    },
    Math.ceil(refusal.retryAfterMs / 1000),
  )
}
