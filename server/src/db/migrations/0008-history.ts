import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { engineOf, makeAppendOnly, makeImmutable, run } from './engine.ts'

/**
 * The history replaces the table `audit`. The server moves old entries to the history when it
 * starts, because a migration does not have the history's key. Who deleted a donation is kept with
 * the donation, because values of the history may be erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, isPostgres } = engineOf(db)
  const text = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    `create table history (
      n ${isPostgres ? 'bigint' : 'integer'} primary key,
      at ${text} not null,
      actor_id ${text},
      action ${text} not null,
      record_kind ${text} not null,
      record_id ${text} not null,
      values_hash text not null,
      mac text not null
    ) ${strict}`,
    'create index history_by_record on history (record_kind, record_id, n)',
    'create index history_by_actor on history (actor_id, n)',
    'create index history_by_time on history (at)',
    // No foreign key: the row of the history stays when its values are erased.
    `create table history_values (
      n ${isPostgres ? 'bigint' : 'integer'} primary key,
      salt text not null,
      content text not null
    ) ${strict}`,
    'alter table donations add column deleted_by text',
    'alter table donations add column deleted_by_id text',
    `update donations set (deleted_by, deleted_by_id) = (
      select admin_username, admin_id from audit
      where subject_id = donations.id and action = 'donation.deleted' order by at desc, id desc limit 1
    ) where deleted_at is not null`,
  ])
  await makeAppendOnly(db, 'history', [['n']])
  await makeImmutable(db, 'history_values', [['n']])
  const { rows } = await sql`select 1 from audit limit 1`.execute(db)
  if (rows.length > 0) return
  await run(db, ['drop table audit', ...(isPostgres ? ['drop function refuse_change_of_audit'] : [])])
}
