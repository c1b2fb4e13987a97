import { takeTurn } from '../../db/engine.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'

/** What anyone may do without signing in and that leaves something behind; each kind is counted by itself. */
export type PublicCallKind = 'message' | 'order'

interface PublicCall {
  kind: PublicCallKind
  /** As the limit counts it: see `limitedAddress`. */
  address: string
}

const PUBLIC_CALL_WINDOW_MS = 60 * 60 * 1000

/**
 * Writes a call down unless its address has made `limit` of the kind within the last hour; then answers in how many ms there is room
 * again. One at a time over all processes, so that any number at once cannot pass the limit. A refused call is not written down.
 */
export async function reservePublicCall(
  db: Db,
  { kind, address }: PublicCall,
  limit: number,
  now: Date,
): Promise<{ retryAfterMs: number } | undefined> {
  const since = new Date(now.getTime() - PUBLIC_CALL_WINDOW_MS).toISOString()
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'public-call')
    await transaction.deleteFrom('public_calls').where('at', '<=', since).execute()
    const earliest = await transaction
      .selectFrom('public_calls')
      .select('at')
      .where('kind', '=', kind)
      .where('address', '=', address)
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
    if (earliest) return { retryAfterMs: Math.max(1, Date.parse(earliest.at) + PUBLIC_CALL_WINDOW_MS - now.getTime()) }
    await transaction.insertInto('public_calls').values({ id: newId(), kind, address, at: now.toISOString() }).execute()
    return undefined
  })
}
