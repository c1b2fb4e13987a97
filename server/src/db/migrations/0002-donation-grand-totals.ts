import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

const SUMS = `select status, currency, cast(sum(count) as bigint) as count, cast(sum(amount) as bigint) as amount
  from donation_totals where unit = 'month' group by status, currency`

/**
 * The sums of all months. On SQLite it is a table. Triggers on `donation_totals` maintain it,
 * because summing several hundred months takes most of a page's time. On PostgreSQL it is a view,
 * so that writers of different days do not wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, engineOf(db).isPostgres ? [`create view donation_grand_totals as ${SUMS}`] : SQLITE)
}

function addOnSqlite(event: string, row: 'old' | 'new', count: string, amount: string): string {
  return `create trigger donation_grand_totals_after_${event} after ${event} on donation_totals
    when ${row}.unit = 'month' begin
      insert into donation_grand_totals (status, currency, count, amount)
        values (${row}.status, ${row}.currency, ${count}, ${amount})
        on conflict (status, currency) do update set count = count + excluded.count, amount = amount + excluded.amount;
    end`
}

const SQLITE = [
  `create table donation_grand_totals (
    status text not null,
    currency text not null,
    count integer not null,
    amount integer not null,
    primary key (status, currency)
  ) strict`,
  `insert into donation_grand_totals ${SUMS}`,
  addOnSqlite('insert', 'new', 'new.count', 'new.amount'),
  addOnSqlite('update', 'new', 'new.count - old.count', 'new.amount - old.amount'),
  addOnSqlite('delete', 'old', '-old.count', '-old.amount'),
]
