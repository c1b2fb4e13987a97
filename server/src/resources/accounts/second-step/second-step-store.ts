import { countRows } from '../../../db/count-rows.ts'
import type { Db } from '../../../db/db.ts'
import { dependentsOf, listTrashed, type RecordRow } from '../../trash/trash-store.ts'
import { lockOutSignIns } from '../admin-store.ts'

export interface SecondStep {
  /** Encrypted; null until an app is set up. */
  secret: string | null
  pendingSecret: string | null
  pendingAt: string | null
  turnedOnAt: string | null
  lastTimeStep: number | null
}

export async function findSecondStep(db: Db, adminId: string): Promise<SecondStep | undefined> {
  const row = await db
    .selectFrom('second_steps')
    .select(['secret', 'pending_secret', 'pending_at', 'turned_on_at', 'last_time_step'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return (
    row && {
      secret: row.secret,
      pendingSecret: row.pending_secret,
      pendingAt: row.pending_at,
      turnedOnAt: row.turned_on_at,
      lastTimeStep: row.last_time_step,
    }
  )
}

/** Whether sign-ins to the account need a code. */
export async function isSecondStepOn(db: Db, adminId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_steps')
    .select('admin_id')
    .where('admin_id', '=', adminId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the encrypted secrets in use, also those of accounts in the trash, which a restore brings back. */
export async function listSecrets(db: Db): Promise<{ adminId: string; secret: string }[]> {
  const rows = await db.selectFrom('second_steps').select(['admin_id', 'secret']).execute()
  const inUse = rows.flatMap(({ admin_id: adminId, secret }) => (secret === null ? [] : [{ adminId, secret }]))
  return [...inUse, ...(await listTrashedSecrets(db))]
}

/** Stores a secret that its user has not confirmed. The confirmed one stays in use. */
export async function setPendingSecret(db: Db, adminId: string, pendingSecret: string): Promise<void> {
  const pending = { pending_secret: pendingSecret, pending_at: new Date().toISOString() }
  await db
    .insertInto('second_steps')
    .values({ admin_id: adminId, secret: null, ...pending, turned_on_at: null, last_time_step: null })
    .onConflict((row) => row.column('admin_id').doUpdateSet(pending))
    .execute()
}

/** Puts the pending secret to use. The caller holds the lock of the accounts. */
export async function confirmSecret(
  transaction: Db,
  { adminId, pendingSecret, timeStep }: { adminId: string; pendingSecret: string; timeStep: number },
): Promise<void> {
  await transaction
    .updateTable('second_steps')
    .set({
      secret: pendingSecret,
      pending_secret: null,
      pending_at: null,
      turned_on_at: new Date().toISOString(),
      last_time_step: timeStep,
    })
    .where('admin_id', '=', adminId)
    .execute()
}

/** Records a used code. Returns false if another code was used since `step` was read. */
export async function recordTimeStep(
  transaction: Db,
  { adminId, step, timeStep }: { adminId: string; step: SecondStep; timeStep: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('second_steps')
    .set({ last_time_step: timeStep })
    .where('admin_id', '=', adminId)
    .where('secret', '=', step.secret)
    .where('last_time_step', step.lastTimeStep === null ? 'is' : '=', step.lastTimeStep)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Turns the second step off. Returns false if it was not on. */
export async function deleteSecondStep(transaction: Db, adminId: string): Promise<boolean> {
  await lockOutSignIns(transaction, adminId)
  await transaction.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute()
  await transaction.deleteFrom('trusted_devices').where('admin_id', '=', adminId).execute()
  await transaction.deleteFrom('login_tickets').where('admin_id', '=', adminId).execute()
  const { secret } = (await findSecondStep(transaction, adminId)) ?? {}
  await transaction.deleteFrom('second_steps').where('admin_id', '=', adminId).execute()
  return typeof secret === 'string'
}

export async function replaceRecoveryCodes(transaction: Db, adminId: string, hashes: readonly string[]): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute()
  const rows = hashes.map((hash) => ({ admin_id: adminId, code_hash: hash }))
  await transaction.insertInto('recovery_codes').values(rows).execute()
}

/** Returns false if the account has no such code, or it was used. */
export async function deleteRecoveryCode(transaction: Db, adminId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('admin_id', '=', adminId))
}

async function listTrashedSecrets(db: Db): Promise<{ adminId: string; secret: string }[]> {
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
