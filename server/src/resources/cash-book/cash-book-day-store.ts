import type { BookEntry, CashBook } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Db } from '../../db/db.ts'

interface Sum {
  count: number
  /** Paise. */
  amount: number
}

/** In the order in which they were made. */
export async function listEntries(
  db: Db,
  day: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<BookEntry[]> {
  const rows = await db
    .selectFrom('cash_book_entries')
    .selectAll()
    .where('day', '=', day)
    .orderBy('entered_at')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    giftId: row.donation_id,
    kind: row.kind,
    mode: row.mode,
    amount: row.amount,
    enteredAt: row.entered_at,
    enteredBy: row.entered_by,
    receivedOn: row.received_on,
    donorName: row.donor_name,
    reference: row.reference,
    bank: row.bank,
    receiptNumber: row.receipt_number,
    bookNumber: row.book_number,
    leafNumber: row.leaf_number,
    item: row.item,
    quantity: row.quantity,
  }))
}

/** In the order of `GIFT_MODES`. */
export async function sumByMode(db: Db, day: string): Promise<CashBook['byMode']> {
  const rows = await db
    .selectFrom('cash_book_entries')
    .select(({ fn }) => ['mode', fn.countAll<number>().as('count'), fn.sum<number>('amount').as('amount')])
    .where('day', '=', day)
    .groupBy('mode')
    .execute()
  return rows
    .map(({ mode, ...sum }) => ({ mode, ...toSum(sum) }))
    .sort((one, other) => GIFT_MODES.indexOf(one.mode) - GIFT_MODES.indexOf(other.mode))
}

export async function sumByPerson(db: Db, day: string): Promise<CashBook['byPerson']> {
  const rows = await db
    .selectFrom('cash_book_entries')
    .select(({ fn }) => ['entered_by', fn.countAll<number>().as('count'), fn.sum<number>('amount').as('amount')])
    .where('day', '=', day)
    .groupBy(['entered_by_id', 'entered_by'])
    .orderBy('entered_by')
    .orderBy('entered_by_id')
    .execute()
  return rows.map(({ entered_by, ...sum }) => ({ name: entered_by, ...toSum(sum) }))
}

/** The entries about gifts that were received before the day. */
export async function sumOfEarlierDays(db: Db, day: string): Promise<Sum> {
  const sum = await db
    .selectFrom('cash_book_entries')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('amount').as('amount')])
    .where('day', '=', day)
    .where('received_on', '<', day)
    .executeTakeFirstOrThrow()
  return toSum(sum)
}

/** Returns who closed the day, and when; null while it is open. */
export async function findClosing(db: Db, day: string): Promise<CashBook['closing']> {
  const row = await db
    .selectFrom('cash_book_closings')
    .select(['closed_at', 'closed_by'])
    .where('day', '>=', day)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row ? { closedAt: row.closed_at, closedBy: row.closed_by } : null
}

/** Returns the day whose closing closed this day too; undefined while it is open. */
export async function findClosingDay(db: Db, day: string): Promise<string | undefined> {
  const query = db.selectFrom('cash_book_closings').select('day').where('day', '>=', day).orderBy('day').limit(1)
  return (await query.executeTakeFirst())?.day
}

export async function insertClosing(
  transaction: Db,
  { day, closedAt, closedBy, closedById }: { day: string; closedAt: string; closedBy: string; closedById: string },
): Promise<void> {
  await transaction
    .insertInto('cash_book_closings')
    .values({ day, closed_at: closedAt, closed_by: closedBy, closed_by_id: closedById })
    .execute()
}

/** PostgreSQL returns sums and counts as text. */
function toSum({ count, amount }: { count: number; amount: number | null }): Sum {
  return { count: Number(count), amount: Number(amount ?? 0) }
}
