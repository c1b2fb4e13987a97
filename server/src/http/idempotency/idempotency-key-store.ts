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

export async function deleteIdempotencyKeysBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', time.toISOString()).execute()
}
