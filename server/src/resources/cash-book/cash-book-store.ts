import { bookDayOf } from '@sevadesk/contract/gifts/cash-book.ts'
import type { Selectable } from 'kysely'
import { lockUntilCommit } from '../../db/engine.ts'
import { newId } from '../../db/id.ts'
import type { Db, Tables } from '../../db/schema.ts'

export type CashBookEntry = Selectable<Tables['cash_book_entries']>

/**
 * Until the transaction ends, no day is closed, and no other gift takes a leaf of a receipt book. Call
 * it after locking donors and before locking donations: see the order of locks in ARCHITECTURE.md.
 */
export async function lockBooks(transaction: Db): Promise<void> {
  await lockUntilCommit(transaction, 'cash-book')
}

/** The latest day whose book is closed, `YYYY-MM-DD`; null for none. All days up to it are closed. */
export async function lastClosedDay(db: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom('cash_book_closings')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirstOrThrow()
  return day
}

/** What an entry says of a gift besides its amount. */
export type EntryTexts = Omit<
  CashBookEntry,
  'id' | 'day' | 'kind' | 'amount' | 'entered_at' | 'entered_by' | 'entered_by_id'
>

/** What the last entry about the gift says of it. */
export async function findLastTexts(db: Db, donationId: string): Promise<EntryTexts | undefined> {
  return db
    .selectFrom('cash_book_entries')
    .select(['donation_id', 'mode', 'received_on', 'donor_name', 'receipt_number', 'book_number', 'leaf_number'])
    .select(['reference', 'bank', 'item', 'quantity'])
    .where('donation_id', '=', donationId)
    .orderBy('entered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The latest day whose book has an entry about the gift. */
export async function lastEntryDay(db: Db, donationId: string): Promise<string | null> {
  const { day } = await db
    .selectFrom('cash_book_entries')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('donation_id', '=', donationId)
    .executeTakeFirstOrThrow()
  return day
}

/**
 * Writes an entry into the book of `day`, or if that is closed, into the first open one from `today`
 * on. Locks the books. Both days are `YYYY-MM-DD` in the trust's zone. Returns the day of the book.
 */
export async function addEntry(
  transaction: Db,
  { day, today, ...entry }: Omit<CashBookEntry, 'id'> & { today: string },
): Promise<string> {
  await lockBooks(transaction)
  const open = bookDayOf(day, { closedUpTo: await lastClosedDay(transaction), today })
  await transaction
    .insertInto('cash_book_entries')
    .values({ id: newId(), day: open, ...entry })
    .execute()
  return open
}
