import type { CashBook as Book, CashBookSummary } from '@sevadesk/contract/gifts/cash-book-schemas.ts'

/** A page of a day's entries, and the totals of the whole day. */
export interface CashBook extends Book {
  page: number
}

/** Null while the day is open. */
export type Closing = CashBookSummary['closing']

export type Sum = Pick<CashBookSummary, 'count' | 'amount'>
