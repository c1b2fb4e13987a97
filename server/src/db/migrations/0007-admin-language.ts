import type { Kysely } from 'kysely'

/** The language that the user has chosen in the panel; null before that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('admins').addColumn('language', 'text').execute()
}
