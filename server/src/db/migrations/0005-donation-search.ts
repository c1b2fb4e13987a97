import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Marks donations for folding whenever what a search looks at is written, by whomever, and makes what a search finds them by: on SQLite
 * two full-text tables, on PostgreSQL trigram indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const TO_FOLD = [
  'drop index donations_to_fold',
  'create index donations_to_fold on donations (created_at, id) where search_donor is null',
]

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

const SQLITE = [
  ...TO_FOLD,
  'create table donation_places (rank integer primary key, n integer not null unique)',
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
const POSTGRES = [
  ...TO_FOLD,
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
