import type { Db, Tables } from '@sevadesk/server/db/db.ts'
import type { GeneratedDonationColumn } from '@sevadesk/server/db/donation-schema.ts'

/** PostgreSQL accepts at most 65,535 values in one statement. */
const ROWS_AT_ONCE = 200

/** Without the columns that the database computes. */
type SampleRow<Name extends SampleTable> = Omit<Tables[Name], GeneratedDonationColumn | 'version' | 'donation_rights'>

type SampleTable =
  | 'admins'
  | 'photos'
  | 'events'
  | 'home_videos'
  | 'institutions'
  | 'purposes'
  | 'purpose_mappings'
  | 'donations'
  | 'donor_certificates'
  | 'messages'

/** Inserts rows with the given dates, where the server's stores would set the current time. */
export async function insertSampleRows<Name extends SampleTable>(
  db: Db,
  table: Name,
  rows: readonly SampleRow<Name>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto<SampleTable>(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE) as Tables[Name][])
      .execute()
  }
}

/** Returns the superadmin's password hash. The password of a sample need not be changed. */
export async function takeFirstPassword(transaction: Db): Promise<string> {
  const { password_hash } = await transaction
    .updateTable('admins')
    .set({ must_change_password: 0 })
    .where('role', '=', 'superadmin')
    .returning('password_hash')
    .executeTakeFirstOrThrow()
  return password_hash
}
