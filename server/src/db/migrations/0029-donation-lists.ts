import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Drops the totals that triggers kept, and gives each order of the donations one index, which holds
 * all that filters and sums read. The orders' keys become columns, so that PostgreSQL too reads the
 * index alone. `local_days` keeps the time zone that `local_day` was computed for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres } = engineOf(db)
  await run(db, [
    ...(isPostgres ? DROP_POSTGRES_TOTALS : DROP_SQLITE_TOTALS),
    'drop table donation_totals',
    'drop table donation_donors',
    'alter table donation_totals_state drop column donors',
    'alter table donation_totals_state rename to local_days',
    ...REPLACED_INDEXES.map((name) => `drop index ${name}`),
    isPostgres ? 'drop statistics donations_status_key' : 'drop index donations_by_text',
    ...keyColumns(isPostgres),
    ...orderIndexes(isPostgres),
    'create index donations_by_donor_key on donations (donor_key) where deleted_at is null',
    isPostgres
      ? // PostgreSQL reads the index alone for pages that a vacuum has seen: a minute after 100 new donations.
        'alter table donations set (autovacuum_vacuum_insert_threshold = 100, autovacuum_vacuum_insert_scale_factor = 0)'
      : // SQLite counts a table without conditions by the pages of its smallest index, in microseconds.
        'create index donations_for_count on donations (deleted_at)',
  ])
}

const DROP_SQLITE_TOTALS = [
  ...['after_insert', 'after_delete', 'before_update', 'after_update'].map(
    (time) => `drop trigger donation_totals_${time}`,
  ),
  ...['insert', 'delete'].map((event) => `drop trigger donation_donors_after_${event}`),
  'drop table donation_grand_totals',
]

const DROP_POSTGRES_TOTALS = [
  'drop view donation_grand_totals',
  'drop trigger donation_lock_after_change on donations',
  'drop function lock_donation_totals()',
  ...['insert', 'delete', 'update'].flatMap((event) => [
    `drop trigger donation_totals_after_${event} on donations`,
    `drop function total_donations_after_${event}()`,
  ]),
  ...['insert', 'delete'].flatMap((event) => [
    `drop trigger donation_donors_after_${event} on donation_donors`,
    `drop function count_donors_after_${event}()`,
  ]),
]

const REPLACED_INDEXES = [
  'donations_by_day',
  'donations_by_status',
  'donations_by_amount',
  'donations_by_donor',
  'donations_by_success',
  'donations_by_received',
  'donations_in_purpose',
  'donations_in_institution',
  'donations_in_mode',
]

/** Their values equal those of the contract: `statusRank`, a mode in lower case, `sortKeyOf`. */
function keyColumns(isPostgres: boolean): string[] {
  const bytewise = isPostgres ? ' collate "C"' : ''
  const columns = [
    `status_rank integer not null generated always as (case coalesce(lower(status), '') when 'authorized' then 7
      when 'captured' then 7 when 'pending' then 6 when 'failed' then 5 when 'created' then 4 when 'refunded' then 3
      when 'cancelled' then 2 when '' then 1 else 0 end)`,
    `mode_key text${bytewise} not null generated always as (lower(coalesce(payment_method, '')${bytewise}))`,
    `donor_sort_key text${bytewise} not null generated always as (
      (case when coalesce(donor_name, '') = '' then '\u{10ffff}' else substr(search_donor, 1, 100) end)${bytewise})`,
  ]
  // PostgreSQL writes the table anew with each statement; SQLite adds one column with each.
  return isPostgres
    ? [`alter table donations ${columns.map((column) => `add column ${column} stored`).join(', ')}`]
    : columns.map((column) => `alter table donations add column ${column} virtual`)
}

function orderIndexes(isPostgres: boolean): string[] {
  const index = (name: string, key: string, others: string) =>
    `create index ${name} on donations (${key}${isPostgres ? `) include (n, ${others})` : `, ${others})`} where deleted_at is null`
  const date = 'local_day, created_at, id'
  const fields = 'purpose_id, institution_id, mode_key'
  return [
    index('donations_by_day', date, `status_rank, received_at, ${fields}, currency, amount`),
    index('donations_by_amount', `amount, ${date}`, `status_rank, received_at, ${fields}`),
    index('donations_by_donor', `donor_sort_key, ${date}`, `status_rank, received_at, ${fields}`),
    index('donations_by_status', `status_rank, ${date}`, `received_at, ${fields}, currency, amount`),
    index('donations_by_received', 'received_at, id', `local_day, status_rank, ${fields}, currency, amount`),
    // For searches of one or two letters. PostgreSQL has its trigram indexes.
    ...(isPostgres ? [] : [index('donations_by_text', date, 'status_rank, search_donor, search_purpose')]),
  ]
}
