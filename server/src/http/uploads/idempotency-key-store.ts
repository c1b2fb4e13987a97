import type { Db, Tables } from '../../db/schema.ts'

type IdempotencyKey = Pick<Tables['upload_keys'], 'admin_id' | 'key'>

/** The call that the key stands for and what was answered to it, as JSON; `undefined` when it stands for none. */
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

/**
 * Says by its answer whether the key was free. While another transaction is taking the same key, it waits for that one's outcome.
 */
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

export async function deleteIdempotencyKeysBefore(db: Db, then: Date): Promise<void> {
  await db.deleteFrom('upload_keys').where('created_at', '<', then.toISOString()).execute()
}
