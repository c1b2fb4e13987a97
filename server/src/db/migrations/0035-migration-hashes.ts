import { type Kysely, sql } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Adds the hash of each migration. Then mends what databases of versions in development lack, because
 * the migrations 0004, 0017, 0018 and 0032 were changed after they had landed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table sevadesk_migrations add column hash text',
    'create index if not exists uncaptured_payments_by_time on uncaptured_payments (seen_at)',
    'create index if not exists donations_by_given_pan on donations (donor_id, donor_pan) where length(donor_pan) <= 40',
    'drop index payment_returns_open',
    `create index payment_returns_open on payment_returns (reported_at) where status in ('open', 'excess')`,
  ])
  if (await hasColumn(db, 'open_orders', 'failures')) await run(db, ['alter table open_orders drop column failures'])
  if (!(await hasColumn(db, 'offline_gifts', 'is_deposit_implied')))
    await run(db, ['alter table offline_gifts add column is_deposit_implied integer not null default 0'])
}

async function hasColumn(db: Kysely<unknown>, table: string, column: string): Promise<boolean> {
  const names = engineOf(db).isPostgres
    ? sql`select 1 from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`
    : sql`select 1 from pragma_table_info(${table}) where name = ${column}`
  return (await names.execute(db)).rows.length > 0
}
