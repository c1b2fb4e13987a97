import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** What Razorpay kept of each payment. Null for earlier payments, and for gifts entered by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = engineOf(db)
  await run(db, [
    `alter table donations add column fee ${bigint} check (fee >= 0)`,
    `alter table donations add column fee_tax ${bigint} check (fee_tax >= 0)`,
  ])
}
