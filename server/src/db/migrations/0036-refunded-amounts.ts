import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/**
 * Fills the refunded amount of refunded donations that lack one: 0032 did not do so before it was
 * changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `update donations set refunded_amount = amount where lower(status) = 'refunded' and refunded_amount is null`,
  ])
}
