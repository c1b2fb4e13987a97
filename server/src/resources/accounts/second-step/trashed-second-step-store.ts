import type { Db } from '../../../db/schema.ts'
import { dependentsOf, listTrashed, type RecordRow } from '../../trash/trash-store.ts'

/** Returns the encrypted secrets of accounts in the trash, which count again after a restore. */
export async function listTrashedSecrets(db: Db): Promise<{ adminId: string; secret: string }[]> {
  const admins = await listTrashed(db, 'admin')
  return admins.flatMap(({ id, content }) => secretsOf(JSON.parse(content)).map((secret) => ({ adminId: id, secret })))
}

/**
 * Turns the second step of an account in the trash off. Returns the account's id, or undefined if no
 * account with this `username_key` has it on. The caller holds the lock of the accounts.
 */
export async function deleteTrashedSecondStep(transaction: Db, usernameKey: string): Promise<string | undefined> {
  for (const { id, content } of await listTrashed(transaction, 'admin')) {
    const record: RecordRow = JSON.parse(content)
    if (record.username_key !== usernameKey || secretsOf(record).length === 0) continue
    const { dependents: _, ...row } = record
    await transaction
      .updateTable('trash')
      .set({ content: JSON.stringify(row) })
      .where('kind', '=', 'admin')
      .where('id', '=', id)
      .execute()
    return id
  }
  return undefined
}

function secretsOf(record: RecordRow): string[] {
  const steps = dependentsOf(record).second_steps ?? []
  return steps.flatMap(({ secret }) => (typeof secret === 'string' ? [secret] : []))
}
