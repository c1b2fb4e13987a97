import type { Kysely } from 'kysely'
import { engineOf, run } from '../engine.ts'

/**
 * Full-text index of donations that are not deleted: a trigram table on SQLite, trigram indexes on
 * PostgreSQL.
 */
export async function createDonationSearch(db: Kysely<unknown>): Promise<void> {
  await run(db, engineOf(db).isPostgres ? POSTGRES : SQLITE)
}

const INDEXED_COLUMNS = [
  'local_day',
  'status',
  'deleted_at',
  'search_donor',
  'search_purpose',
  'payment_id',
  'receipt_number',
]
const IS_CHANGED = ['search_key', 'search_donor', 'search_purpose', 'search_reference', 'deleted_at']
  .map((column) => `old.${column} is not new.${column}`)
  .join(' or ')
const ADD = `insert into donation_search (rowid, donor, purpose, reference)
      select new.search_key, new.search_donor, new.search_purpose, new.search_reference where new.deleted_at is null;`
const REMOVE = 'delete from donation_search where rowid = old.search_key and old.deleted_at is null;'

const SQLITE = [
  `create virtual table donation_search using fts5 (
    donor, purpose, reference, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1
  )`,
  `create trigger donation_search_after_insert after insert on donations begin ${ADD} end`,
  `create trigger donation_search_after_delete after delete on donations begin ${REMOVE} end`,
  `create trigger donation_search_after_update after update of ${INDEXED_COLUMNS} on donations when ${IS_CHANGED} begin
    ${REMOVE} ${ADD} end`,
  // Covering index for searches of one or two letters, which the trigram table cannot serve.
  `create index donations_by_text on donations (
    local_day, created_at, id, case lower(status) when 'captured' then 'authorized' else lower(status) end,
    search_donor, search_purpose
  ) where deleted_at is null`,
]

/**
 * The owner of a database may create pg_trgm if the server has it. Without pg_trgm, searches are
 * correct but slower.
 */
const POSTGRES = [
  // PostgreSQL ignores expression statistics of partial indexes; without these it expects few matches.
  `create statistics donations_status_key on (case lower(status) when 'captured' then 'authorized' else lower(status) end)
  from donations`,
  `do $$
  declare schema_name text;
  begin
    begin
      create extension if not exists pg_trgm;
    exception when others then
      raise notice 'pg_trgm is not available: %', sqlerrm;
    end;
    select nspname into schema_name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if schema_name is null then return; end if;
    execute format('create index donations_by_donor_text on donations using gin (search_donor %I.gin_trgm_ops) where deleted_at is null', schema_name);
    execute format('create index donations_by_purpose_text on donations using gin (search_purpose %I.gin_trgm_ops) where deleted_at is null', schema_name);
    execute format('create index donations_by_reference_text on donations using gin (search_reference %I.gin_trgm_ops) where deleted_at is null', schema_name);
  end $$`,
]
