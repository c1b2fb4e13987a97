import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from './engine.ts'

/** What a deposit slip contained when it was made, also after a gift was corrected or the slip cancelled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict, bigint } = engineOf(db)
  const bytewise = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    `create table deposit_slip_gifts (
      slip_id ${bytewise} not null references deposit_slips (id),
      donation_id ${bytewise} not null references donations (id),
      mode text not null,
      amount ${bigint} not null,
      primary key (slip_id, donation_id)
    ) ${strict}`,
  ])
  await makeAppendOnly(db, 'deposit_slip_gifts', [['slip_id', 'donation_id']])
}
