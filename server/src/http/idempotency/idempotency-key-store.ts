import type { Db, Tables } from '../../db/schema.ts'

type IdempotencyKey = Pick<Tables['idempotency_keys'], 'caller' | 'key'>
type IdempotentCall = Pick<Tables['idempotency_keys'], 'call' | 'content' | 'response'>

/** Returns the call that used the key, with its response as JSON. */
export async function findIdempotentCall(db: Db, { caller, key }: IdempotencyKey): Promise<IdempotentCall | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['call', 'content', 'response'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Returns false if the key exists. Waits for a transaction that is inserting the same key. */
export async function insertIdempotencyKey(transaction: Db, row: IdempotencyKey & IdempotentCall): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotency_keys')
    .values({ ...row, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/**
 * Deletes the keys older than `lifetimeMs`. A key from the future counts as created now: the clock
 * was ahead, and it would stay as long.
 */
export async function expireIdempotencyKeys(db: Db, now: Date, lifetimeMs: number): Promise<void> {
  const oldest = new Date(now.getTime() - lifetimeMs).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute()
  const created_at = now.toISOString()
  await db.updateTable('idempotency_keys').set({ created_at }).where('created_at', '>', created_at).execute()
}
