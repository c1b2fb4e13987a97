import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'

/** Null for the server itself, such as after a webhook of Razorpay. */
export type Actor = { id: string; username: string } | null

export interface AuditEntry {
  actor: Actor
  /** Record type and action, such as `donation.deleted` or `message.deleted`. */
  action: string
  subjectId: string
  /** Facts for later readers of the log, never a secret. Stored as JSON. */
  details?: Record<string, unknown>
}

/**
 * Adds one entry to the audit log. Pass the transaction of the change itself, so that both are
 * written or neither.
 */
export async function insertAudit(
  transaction: Db,
  { actor, action, subjectId, details = {} }: AuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit')
    .values({
      id: newId(),
      at: new Date().toISOString(),
      admin_id: actor?.id ?? null,
      admin_username: actor?.username ?? null,
      action,
      subject_id: subjectId,
      details: JSON.stringify(details),
    })
    .execute()
}

/** Whether the log has an entry with this action, this subject and exactly these details. */
export async function hasAudit(db: Db, { action, subjectId, details = {} }: AuditEntry): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .where('details', '=', JSON.stringify(details))
    .executeTakeFirst()
  return row !== undefined
}
