import type { Db, Tables } from '@sevadesk/server/db/schema.ts'

/** PostgreSQL takes 65,535 values in one statement; this stays far below it. */
const ROWS_AT_ONCE = 200

/** Without the columns that the database computes. */
type SampleRow<Name extends SampleTable> = Omit<Tables[Name], 'n' | 'search_other'>

type SampleTable = 'admins' | 'photos' | 'events' | 'home_videos' | 'donations' | 'messages'

/** Writes rows of the sample as they are, with the times of the past that no other store function would give them. */
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

/** The password of the account that the first start made: its hash, and 1 where it was made up and has to be changed. */
export async function findFirstPassword(
  db: Db,
): Promise<Pick<Tables['admins'], 'password_hash' | 'must_change_password'>> {
  return db
    .selectFrom('admins')
    .select(['password_hash', 'must_change_password'])
    .where('role', '=', 'superadmin')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
}
