import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './cash-book-schemas.ts'

export const getCashBook = endpoint<typeof schemas.getCashBook>('GET', '/cash-book/:day')
export const closeCashBook = endpoint<typeof schemas.closeCashBook>('POST', '/cash-book/:day/close')
export const listCashBooks = endpoint<typeof schemas.listCashBooks>('GET', '/cash-books')

/** Entries of a day that are returned at once. */
export const BOOK_ENTRIES_PER_PAGE = 500

/**
 * `gift` when it is entered; the others change or take back what the gift's entries add up to. A
 * correction of a gift is a `reversal` of what the book said and a `correction` with what is right.
 * A bounce that is taken back is a `correction` alone. Before there were reversals, an entry that
 * took back what the book said was a `correction` too, with a negative amount, or 0 for goods.
 */
export const ENTRY_KINDS = ['gift', 'reversal', 'correction', 'bounce', 'deletion', 'restoration'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/**
 * Returns the day whose book gets an entry made today about a gift of `day`: its own, or if that is
 * closed, the first open one from today on. Days are `YYYY-MM-DD`; all up to `closedUpTo` are closed.
 */
export function bookDayOf(day: string, { closedUpTo, today }: { closedUpTo: string | null; today: string }): string {
  if (closedUpTo === null || day > closedUpTo) return day
  return today > closedUpTo ? today : dayAfter(closedUpTo)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
