import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Certificates that the income-tax portal made for donors. `path` is the stored path of the PDF file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict } = engineOf(db)
  const bytewise = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    `create table donor_certificates (
      id ${bytewise} primary key,
      donor_id ${bytewise} not null references donors (id),
      year ${bytewise} not null,
      number text not null,
      path text not null unique,
      bytes integer not null check (bytes > 0),
      added_by text,
      created_at ${bytewise} not null
    ) ${strict}`,
    'create index donor_certificates_by_donor on donor_certificates (donor_id)',
  ])
}
