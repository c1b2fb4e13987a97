import type { Kysely } from 'kysely'

/** `must_change_password` is 1 for an account whose password somebody else made up, until it is changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('admins')
    .addColumn('must_change_password', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
