import type { Kysely } from 'kysely'
import { engineOf, run } from '../engine.ts'

/**
 * Totals of donations that are not deleted, by status and currency for each local day and month,
 * and the number of donations per donor. Triggers update them with each write of a donation.
 */
export async function createDonationTotals(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict, bigint } = engineOf(db)
  await run(db, [
    // A missing status is stored as the empty text, because a primary key must not be null.
    `create table donation_totals (
      unit text not null check (unit in ('day', 'month')),
      period text not null,
      status text not null,
      currency text not null,
      count ${bigint} not null,
      amount ${bigint} not null,
      primary key (unit, period, status, currency)
    ) ${strict}`,
    `create table donation_donors (donor_key text primary key, donations ${bigint} not null) ${strict}`,
    // One row: the time zone of all local days, and the number of rows of donation_donors, because
    // counting them is slow.
    `create table donation_totals_state (
      id integer primary key check (id = 1),
      time_zone text,
      donors ${bigint} not null
    ) ${strict}`,
    'insert into donation_totals_state (id, time_zone, donors) values (1, null, 0)',
    ...(isPostgres ? POSTGRES : SQLITE),
  ])
}

const COUNTED_COLUMNS = ['local_day', 'status', 'currency', 'amount', 'donor_key', 'deleted_at']
const ADD_TO_TOTAL = `on conflict (unit, period, status, currency) do update
  set count = donation_totals.count + excluded.count, amount = donation_totals.amount + excluded.amount`
const ADD_TO_DONOR = `on conflict (donor_key) do update set donations = donation_donors.donations + excluded.donations`

function addSqliteRow(row: 'old' | 'new', sign: 1 | -1): string {
  const total = `coalesce(${row}.status, ''), ${row}.currency, ${sign}, ${sign} * ${row}.amount`
  return `
    insert into donation_totals (unit, period, status, currency, count, amount)
      values ('day', ${row}.local_day, ${total}), ('month', substr(${row}.local_day, 1, 7), ${total}) ${ADD_TO_TOTAL};
    insert into donation_donors (donor_key, donations)
      select ${row}.donor_key, ${sign} where ${row}.donor_key is not null ${ADD_TO_DONOR};
    delete from donation_donors where donor_key = ${row}.donor_key and donations = 0;`
}

const IS_CHANGED = COUNTED_COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ')

const SQLITE = [
  `create trigger donation_totals_after_insert after insert on donations when new.deleted_at is null begin
    ${addSqliteRow('new', 1)} end`,
  `create trigger donation_totals_after_delete after delete on donations when old.deleted_at is null begin
    ${addSqliteRow('old', -1)} end`,
  `create trigger donation_totals_before_update before update of ${COUNTED_COLUMNS} on donations
    when old.deleted_at is null and (${IS_CHANGED}) begin ${addSqliteRow('old', -1)} end`,
  `create trigger donation_totals_after_update after update of ${COUNTED_COLUMNS} on donations
    when new.deleted_at is null and (${IS_CHANGED}) begin ${addSqliteRow('new', 1)} end`,
  `create trigger donation_donors_after_insert after insert on donation_donors begin
    update donation_totals_state set donors = donors + 1; end`,
  `create trigger donation_donors_after_delete after delete on donation_donors begin
    update donation_totals_state set donors = donors - 1; end`,
]

const REMOVED = 'select -1 as sign, old_rows.* from old_rows where deleted_at is null'
const ADDED = 'select 1 as sign, new_rows.* from new_rows where deleted_at is null'

/**
 * Every statement locks rows in the same order (totals, then donors, each by key), so that writers
 * cannot deadlock.
 */
function postgresTrigger(event: 'insert' | 'delete' | 'update', tables: string, changes: string): string[] {
  return [
    `create function total_donations_after_${event}() returns trigger language plpgsql as $$ begin
      insert into donation_totals (unit, period, status, currency, count, amount)
        select unit, period, status, currency, sum(sign), sum(sign * amount) from (
          select 'day' as unit, local_day as period, coalesce(status, '') as status, currency, sign, amount
            from (${changes}) changed
          union all select 'month', substr(local_day, 1, 7), coalesce(status, ''), currency, sign, amount
            from (${changes}) changed
        ) changed
        group by unit, period, status, currency having sum(sign) <> 0 or sum(sign * amount) <> 0
        order by unit, period, status, currency ${ADD_TO_TOTAL};
      insert into donation_donors (donor_key, donations)
        select donor_key, sum(sign) from (${changes}) changed where donor_key is not null
        group by donor_key having sum(sign) <> 0 order by donor_key ${ADD_TO_DONOR};
      delete from donation_donors where donations = 0
        and donor_key in (select donor_key from (${changes}) changed where sign = -1);
      return null; end $$`,
    `create trigger donation_totals_after_${event} after ${event} on donations referencing ${tables}
      for each statement execute function total_donations_after_${event}()`,
  ]
}

/** Updates the state row only if the number of donors changes, so that writers need not wait. */
function postgresDonorTrigger(event: 'insert' | 'delete', table: string, sign: '+' | '-'): string[] {
  return [
    `create function count_donors_after_${event}() returns trigger language plpgsql as $$ begin
      update donation_totals_state set donors = donors ${sign} (select count(*) from changed_rows)
        where exists (select 1 from changed_rows);
      return null; end $$`,
    `create trigger donation_donors_after_${event} after ${event} on donation_donors
      referencing ${table} table as changed_rows for each statement execute function count_donors_after_${event}()`,
  ]
}

const POSTGRES = [
  ...postgresTrigger('insert', 'new table as new_rows', ADDED),
  ...postgresTrigger('delete', 'old table as old_rows', REMOVED),
  ...postgresTrigger('update', 'old table as old_rows new table as new_rows', `${REMOVED} union all ${ADDED}`),
  ...postgresDonorTrigger('insert', 'new', '+'),
  ...postgresDonorTrigger('delete', 'old', '-'),
]
