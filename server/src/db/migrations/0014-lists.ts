import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * The lists of purposes and institutions that donations name, and which free texts of donations
 * were mapped to a purpose. The free text itself stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, isPostgres } = engineOf(db)
  const text = isPostgres ? 'text collate "C"' : 'text'
  const entry = `id ${text} primary key,
      name_en text not null,
      name_hi text not null,
      retired_at text,
      position integer not null,
      version integer not null default 1,
      created_at text not null`
  await run(db, [
    `create table institutions (${entry}) ${strict}`,
    `create table purposes (
      ${entry},
      institution_id ${text} references institutions (id),
      donation_type text not null default 'general' check (donation_type in ('corpus', 'specific', 'general'))
    ) ${strict}`,
    `create table purpose_mappings (
      normalised_text ${text} primary key,
      text text not null,
      purpose_id ${text} not null references purposes (id),
      updated_at text not null
    ) ${strict}`,
    `alter table donations add column purpose_id ${text} references purposes (id)`,
    `alter table donations add column institution_id ${text} references institutions (id)`,
    // Covers the donations of each purpose, and on SQLite the texts of the mapping too: PostgreSQL
    // refuses a row with more than 2,704 bytes in an index, and old texts may be longer.
    `create index donations_by_purpose on donations (
      ${isPostgres ? 'purpose_id, deleted_at' : 'purpose_id, purpose, deleted_at, created_at'}
    )`,
    `create index donations_by_institution on donations (institution_id, deleted_at)
      where institution_id is not null`,
  ])
}
