import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Search: triggers mark donations for folding when a column that a search reads is written. SQLite has two full-text tables, PostgreSQL
 * trigram indexes. Sums: `donation_changes` lists the hours (kind `hour`) and donors (kind `donor`) whose rows changed.
 */
export async function createDonationSearchAndSums(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict, bigint } = engineOf(db)
  await run(db, [
    `create table donation_changes (
      kind text not null,
      place text not null,
      version ${bigint} not null,
      primary key (${isPostgres ? 'kind, place, version' : 'kind, place'})
    ) ${strict}`,
    'create index donation_changes_by_version on donation_changes (version)',
    'create index donations_to_fold on donations (created_at, id) where search_donor is null',
    ...(isPostgres ? [...POSTGRES_SEARCH, ...POSTGRES_CHANGES] : [...SQLITE_SEARCH, ...SQLITE_CHANGES]),
  ])
}

/** What the two tables say of a donation, and its place in the order of time, by which they name it. */
const OF_INDEX = [
  'n',
  'id',
  'donor_name',
  'donor_email',
  'donor_phone',
  'purpose',
  'status',
  'created_at',
  'deleted_at',
]

function unlist(n: string): string {
  return ['donation_short_grams', 'donation_long_grams']
    .map((table) => `delete from ${table} where rowid in (select rank from donation_places where n in (${n}));`)
    .concat(`delete from donation_places where n in (${n});`)
    .join('\n    ')
}

/** `insert or replace` removes rows without any trigger that says so; one before it looks for them. */
const REPLACED = `select gone.n from donations gone
    where ${['n', 'id', 'order_id', 'payment_id', 'receipt_token'].map((key) => `gone.${key} = new.${key}`).join(' or ')}`

const SQLITE_SEARCH = [
  'create table donation_places (rank integer primary key, n integer not null unique) strict',
  `create virtual table donation_short_grams using fts5(grams, tokenize='ascii', content='', contentless_delete=1, detail=none)`,
  `create virtual table donation_long_grams using fts5(grams, tokenize='ascii', content='', contentless_delete=1, detail=full)`,
  `create trigger donations_unlisted_when_replaced before insert on donations begin
    ${unlist(REPLACED)} end`,
  `create trigger donations_to_fold_when_inserted after insert on donations when new.search_donor is not null begin
    update donations set search_donor = null where n = new.n; end`,
  `create trigger donations_unlisted_when_removed after delete on donations begin
    ${unlist('old.n')} end`,
  `create trigger donations_to_fold_when_updated after update of ${OF_INDEX} on donations
    when ${OF_INDEX.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin
    ${unlist('old.n')}
    update donations set search_donor = null where n = new.n; end`,
]

/** pg_trgm may be made by whoever owns the database, where it is installed. Without it a search is as right, and slower. */
const POSTGRES_SEARCH = [
  `create function mark_donation_to_fold() returns trigger language plpgsql as $$
    begin new.search_donor := null; return new; end $$`,
  `create trigger donations_to_fold before insert or update of donor_name, donor_email, donor_phone, purpose on donations
    for each row execute function mark_donation_to_fold()`,
  `do $$
  declare place text;
  begin
    begin
      create extension if not exists pg_trgm;
    exception when others then
      raise notice 'pg_trgm cannot be had: %', sqlerrm;
    end;
    select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if place is null then return; end if;
    execute format('create index donations_by_donor_text on donations using gin (search_donor %I.gin_trgm_ops) where deleted_at is null', place);
    execute format('create index donations_by_purpose_text on donations using gin (search_purpose %I.gin_trgm_ops) where deleted_at is null', place);
  end $$`,
]

const OF_SUMS = ['n', 'id', 'created_at', 'status', 'amount', 'currency', 'deleted_at']
const OF_DONORS = ['n', 'donor_key', 'deleted_at']
const hourOf = (row: string) => `substr(${row}.created_at, 1, 13)`

/** SQLite lets one transaction write at a time, so that versions that count up are seen in order. */
const NEXT = '(select coalesce(max(version), 0) + 1 from donation_changes)'

function note(kind: 'hour' | 'donor', place: string): string {
  return `
    update donation_changes set version = ${NEXT} where kind = '${kind}' and place = ${place};
    insert into donation_changes (kind, place, version)
      select '${kind}', ${place}, ${NEXT} where changes() = 0 and ${place} is not null;`
}

const REPLACED_ROWS = ['n', 'id', 'order_id', 'payment_id', 'receipt_token']
  .map((key) => `gone.${key} = new.${key}`)
  .join(' or ')

/** There may be several. */
function noteReplaced(kind: 'hour' | 'donor', place: string): string {
  const places = `select ${place} as place from donations gone where (${REPLACED_ROWS}) and ${place} is not null`
  return `
    update donation_changes set version = ${NEXT} where kind = '${kind}' and place in (${places});
    insert into donation_changes (kind, place, version) select distinct '${kind}', place, ${NEXT} from (${places})
      where place not in (select place from donation_changes where kind = '${kind}');`
}

function differs(columns: readonly string[]): string {
  return columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
}

/** `insert or replace` removes rows without any trigger that says so; one before it looks for them. */
const SQLITE_CHANGES = [
  `create trigger donations_replaced before insert on donations
    when exists (select 1 from donations gone where ${REPLACED_ROWS}) begin
    ${noteReplaced('hour', hourOf('gone'))} ${noteReplaced('donor', 'gone.donor_key')} end`,
  `create trigger donations_inserted after insert on donations begin
    ${note('hour', hourOf('new'))} ${note('donor', 'new.donor_key')} end`,
  `create trigger donations_removed after delete on donations begin
    ${note('hour', hourOf('old'))} ${note('donor', 'old.donor_key')} end`,
  `create trigger donations_updated after update of ${OF_SUMS} on donations when ${differs(OF_SUMS)} begin
    ${note('hour', hourOf('old'))} ${note('hour', hourOf('new'))} end`,
  `create trigger donations_changed_hands after update of ${OF_DONORS} on donations when ${differs(OF_DONORS)} begin
    ${note('donor', 'old.donor_key')} ${note('donor', 'new.donor_key')} end`,
]

function rowsThatDiffer(columns: readonly string[]): string {
  return `(select ${columns} from old_rows except select ${columns} from new_rows)
    union all (select ${columns} from new_rows except select ${columns} from old_rows)`
}

/**
 * PostgreSQL: a version is the number of the transaction, and a reader tells by its snapshot which it has seen, so that writers never
 * wait for each other here. Of the older notes of a place, those that are committed are dropped, unless another writer is at it.
 */
const POSTGRES_CHANGES = [
  // Compared in the server's own memory too, which knows the order of bytes and no language's.
  `alter table donations alter column created_at type text collate "C", alter column donor_key type text collate "C"`,
  `create function note_donation_changes() returns trigger language plpgsql as $$
  declare
    mine bigint := pg_current_xact_id()::text::bigint;
    hours text[];
    donors text[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(distinct ${hourOf('r')}), array_agg(distinct r.donor_key) into hours, donors from new_rows r;
    elsif tg_op = 'DELETE' then
      select array_agg(distinct ${hourOf('r')}), array_agg(distinct r.donor_key) into hours, donors from old_rows r;
    else
      select array_agg(distinct ${hourOf('r')}) into hours from (${rowsThatDiffer([...OF_SUMS])}) r;
      select array_agg(distinct r.donor_key) into donors from (${rowsThatDiffer(OF_DONORS)}) r;
    end if;
    donors := array_remove(donors, null);
    insert into donation_changes (kind, place, version)
      select 'hour', hour, mine from unnest(hours) hour union all select 'donor', donor, mine from unnest(donors) donor
      on conflict do nothing;
    delete from donation_changes where ctid = any(array(
      select ctid from donation_changes c
      where version <> mine and (
        kind = 'hour' and place = any(hours) or kind = 'donor' and place = any(donors)
      ) for update skip locked));
    return null;
  end $$`,
  `create trigger donations_inserted after insert on donations referencing new table as new_rows
    for each statement execute function note_donation_changes()`,
  `create trigger donations_removed after delete on donations referencing old table as old_rows
    for each statement execute function note_donation_changes()`,
  `create trigger donations_updated after update on donations referencing old table as old_rows new table as new_rows
    for each statement execute function note_donation_changes()`,
]
