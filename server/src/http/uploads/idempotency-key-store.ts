import type { Db, Tables } from '../../db/schema.ts'

type IdempotencyKey = Pick<Tables['upload_keys'], 'admin_id' | 'key'>

/** Returns the call that the key was used for, and its response as JSON. */
export async function findIdempotentResponse(
  db: Db,
  { admin_id, key }: IdempotencyKey,
): Promise<{ call: string; answer: string } | undefined> {
  return db
    .selectFrom('upload_keys')
    .select(['call', 'answer'])
    .where('admin_id', '=', admin_id)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Returns false if the key exists. Waits for a transaction that is inserting the same key. */
export async function insertIdempotencyKey(
  transaction: Db,
  key: IdempotencyKey & { call: string; answer: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('upload_keys')
    .values({ ...key, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['admin_id', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

export async function deleteIdempotencyKeysBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('upload_keys').where('created_at', '<', time.toISOString()).execute()
}
