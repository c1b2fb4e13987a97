import { REPORT_EDITING_EVERY_MS } from '@sevadesk/contract/records/editing.ts'
import type { Editor } from '@sevadesk/contract/records/editing-schemas.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, databaseMs } from '../../db/db.ts'

const LIFETIME_MS = 3 * REPORT_EDITING_EVERY_MS
/** Limits the rows that one account can add. */
const FORMS_PER_ADMIN = 50

export interface FormReport {
  /** Identifies the record among all kinds. */
  record: string
  formId: string
  adminId: string
}

/** Stores an open form for 90 s. A newly opened one deletes forms that were not renewed. */
export async function reportForm(db: Db, { record, formId, adminId }: FormReport): Promise<void> {
  const row = {
    admin_id: adminId,
    form_id: formId,
    record,
    since: new Date().toISOString(),
    reported_ms: databaseMs(db),
  }
  const { since } = await db
    .insertInto('open_forms')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['admin_id', 'form_id']).doUpdateSet((update) => ({
        record,
        since: sql<string>`case when open_forms.record = ${record} then open_forms.since else excluded.since end`,
        reported_ms: update.ref('excluded.reported_ms'),
      })),
    )
    .returning('since')
    .executeTakeFirstOrThrow()
  if (since !== row.since) return
  const newest = db
    .selectFrom('open_forms')
    .select('form_id')
    .where('admin_id', '=', adminId)
    .orderBy('since', 'desc')
    .limit(FORMS_PER_ADMIN)
  // Outside a transaction: two accounts that report after a pause would wait for each other's rows.
  await db
    .deleteFrom('open_forms')
    .where((form) =>
      form.or([form.not(isOpen(db)), form.and([form('admin_id', '=', adminId), form('form_id', 'not in', newest)])]),
    )
    .execute()
}

export async function closeForm(db: Db, { adminId, formId }: FormReport): Promise<void> {
  await db.deleteFrom('open_forms').where('admin_id', '=', adminId).where('form_id', '=', formId).execute()
}

/** The other accounts that have the record open, oldest first. */
export function listOtherEditors(db: Db, { record, adminId }: FormReport): Promise<Editor[]> {
  return db
    .selectFrom('open_forms')
    .innerJoin('admins', 'admins.id', 'open_forms.admin_id')
    .select((form) => ['admins.username', form.fn.min('since').as('since')])
    .where('record', '=', record)
    .where('admin_id', '!=', adminId)
    .where(isOpen(db))
    .groupBy('admins.username')
    .orderBy('since')
    .execute()
}

/** A report from the future is from a clock that was ahead. */
function isOpen(db: Db): RawBuilder<SqlBool> {
  const now = databaseMs(db)
  return sql`reported_ms between ${now} - ${sql.lit(LIFETIME_MS)} and ${now}`
}
