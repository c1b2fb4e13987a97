import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'

/** Who did it; `null` for what the server does by itself, such as on word from Razorpay. */
export type Actor = { id: string; username: string } | null

export interface AuditEntry {
  actor: Actor
  /** Thing and deed: `donation.deleted`, `donation.restored`, `message.deleted`. */
  action: string
  subjectId: string
  /** What a person would want to know later; never a secret. Written as JSON. */
  details?: Record<string, unknown>
}

/** Adds one line to the audit log. Call it with the transaction of the change itself, so that neither is there without the other. */
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
