import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './cash-book-schemas.ts'

export const getCashBook = endpoint<typeof schemas.getCashBook>('GET', '/cash-book/:day')
export const closeCashBook = endpoint<typeof schemas.closeCashBook>('POST', '/cash-book/:day/close')
export const listCashBooks = endpoint<typeof schemas.listCashBooks>('GET', '/cash-books')

/** Entries of a day that are returned at once. */
export const BOOK_ENTRIES_PER_PAGE = 500

/**
 * `gift` when it is entered; the others change or take back what the gift's entries add up to. A
 * correction of a gift is a `reversal` of what the book said and a `correction` with what is right. A
 * bounce that is taken back is a `correction` alone.
 */
export const ENTRY_KINDS = ['gift', 'reversal', 'correction', 'bounce', 'deletion', 'restoration'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
