import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Records of donors. A job finds the donors of the donations that exist, since it needs rules that
 * SQL cannot express.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict, counter } = engineOf(db)
  const bytewise = isPostgres ? 'text collate "C"' : 'text'
  const now = new Date().toISOString()
  await run(db, [
    `create table donors (
      n ${counter},
      id ${bytewise} not null unique,
      kind text not null,
      name text not null,
      other_names text not null,
      address text not null,
      pin_code text not null,
      pan ${bytewise},
      other_id_type text,
      other_id text,
      citizenship text not null,
      language text,
      notes text not null,
      consent text not null,
      consent_source text not null,
      consent_at text,
      source text not null,
      search_name ${bytewise} not null,
      search_text ${bytewise} not null,
      search_pan ${bytewise} not null,
      merged_into ${bytewise},
      version integer not null default 1,
      created_at text not null,
      updated_at text not null
    ) ${strict}`,
    'create unique index donors_by_pan on donors (pan) where merged_into is null and pan is not null',
    'create index donors_by_name on donors (search_name, id, merged_into) where merged_into is null',
    'create index donors_by_survivor on donors (merged_into) where merged_into is not null',

    `create table donor_contacts (
      donor_id ${bytewise} not null references donors (id) on delete cascade,
      kind text not null,
      position integer not null,
      text text not null,
      key ${bytewise} not null,
      primary key (donor_id, kind, position)
    ) ${strict}`,
    'create index donor_contacts_by_key on donor_contacts (kind, key)',

    `create table donor_members (
      id text primary key,
      donor_id ${bytewise} not null references donors (id) on delete cascade,
      position integer not null,
      name text not null,
      pan text,
      share integer not null
    ) ${strict}`,
    'create index donor_members_by_donor on donor_members (donor_id)',

    `create table donor_merges (
      id ${bytewise} primary key,
      survivor_id ${bytewise} not null references donors (id) on delete cascade,
      merged_id ${bytewise} not null references donors (id) on delete cascade,
      merged_at ${bytewise} not null,
      content text not null
    ) ${strict}`,
    'create index donor_merges_by_survivor on donor_merges (survivor_id)',
    'create index donor_merges_by_merged on donor_merges (merged_id)',
    'create index donor_merges_by_time on donor_merges (merged_at)',

    `create table donor_duplicates (
      id ${bytewise} primary key,
      donor_id ${bytewise} not null references donors (id) on delete cascade,
      other_key ${bytewise} not null,
      other_id ${bytewise} references donors (id) on delete cascade,
      other_name text,
      reason text not null,
      state text not null,
      created_at text not null,
      unique (donor_id, other_key)
    ) ${strict}`,
    `create index donor_duplicates_open on donor_duplicates (id) where state = 'open'`,
    'create index donor_duplicates_by_other on donor_duplicates (other_id) where other_id is not null',

    `alter table donations add column donor_id ${bytewise} references donors (id)`,
    'create index donations_of_donor on donations (donor_id, created_at, id) where donor_id is not null',
    // PostgreSQL refuses a row with more than 2,704 bytes in an index, and old texts may be longer.
    'create index donations_by_given_pan on donations (donor_id, donor_pan) where length(donor_pan) <= 40',
    ...(isPostgres ? POSTGRES_SEARCH : SQLITE_SEARCH),
    `insert into jobs (id, kind, subject, attempts, due_at, created_at)
      select 'match-donors', 'match-donors', 'all', 0, '${now}', '${now}' where exists (select 1 from donations)`,
  ])
}

const ADD = `insert into donor_search (rowid, donor, pan)
      select new.n, new.search_text, new.search_pan where new.merged_into is null;`
const REMOVE = 'delete from donor_search where rowid = old.n and old.merged_into is null;'

/** As the search of donations: decision 18. */
const SQLITE_SEARCH = [
  `create virtual table donor_search using fts5 (
    donor, pan, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1
  )`,
  `create trigger donor_search_after_insert after insert on donors begin ${ADD} end`,
  `create trigger donor_search_after_delete after delete on donors begin ${REMOVE} end`,
  `create trigger donor_search_after_update after update of search_text, search_pan, merged_into on donors
    begin ${REMOVE} ${ADD} end`,
]

/** Without pg_trgm, which the first migration creates if it can, searches are correct but slower. */
const POSTGRES_SEARCH = [
  `do $$
  declare schema_name text;
  begin
    select nspname into schema_name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if schema_name is null then return; end if;
    execute format('create index donors_by_text on donors using gin (search_text %I.gin_trgm_ops) where merged_into is null', schema_name);
    execute format('create index donors_by_text_and_pan on donors using gin ((search_text || chr(10) || search_pan) %I.gin_trgm_ops) where merged_into is null', schema_name);
  end $$`,
]
