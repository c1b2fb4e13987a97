import type { Kysely } from 'kysely'

/** A JSON list of an account's rights in Donations; null for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('admins').addColumn('donation_rights', 'text').execute()
}
