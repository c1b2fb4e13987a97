import { type Static, Type } from 'typebox'
import { PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { nullable } from '../base/record-schemas.ts'
import { ENTRY_KINDS } from './cash-book.ts'
import { GIFT_MODES } from './offline-gift.ts'

const Mode = Type.Enum(GIFT_MODES)
/** Integer paise. Gifts in kind add nothing to any sum. */
const Paise = Type.Integer()
const Day = Type.Object({ day: Type.String({ maxLength: 20, description: 'YYYY-MM-DD in the trust’s zone' }) })

/** An entry of a day's cash book. It never changes. Texts that are not known are empty. */
export const BookEntry = Type.Object({
  _id: Type.String(),
  /** The `_id` of its donation. */
  giftId: Type.String(),
  kind: Type.Enum(ENTRY_KINDS),
  mode: Mode,
  /** Negative if the entry takes back. */
  amount: Paise,
  /** UTC ISO 8601. */
  enteredAt: Type.String(),
  enteredBy: Type.String(),
  /** The day of receipt; earlier than the book's day if that day's book was closed. */
  receivedOn: Type.String(),
  donorName: Type.String(),
  /** Number of the cheque or draft, or the bank's reference. */
  reference: Type.String(),
  bank: Type.String(),
  receiptNumber: Type.String(),
  /** A pre-printed receipt book. */
  bookNumber: Type.String(),
  leafNumber: Type.String(),
  /** What was given in kind. */
  item: Type.String(),
  quantity: Type.String(),
})
export type BookEntry = Static<typeof BookEntry>

const Sum = { count: Type.Integer(), amount: Paise }

/** Null while the day is open. */
const Closing = nullable(Type.Object({ closedAt: Type.String(), closedBy: Type.String() }))

/** The entries of a page, and the totals of the whole day. */
export const CashBook = Type.Object({
  day: Type.String(),
  closing: Closing,
  entries: Type.Array(BookEntry),
  ...Sum,
  byMode: Type.Array(Type.Object({ mode: Mode, ...Sum })),
  /** By the person who made the entries. */
  byPerson: Type.Array(Type.Object({ name: Type.String(), ...Sum })),
  /** Entries about gifts that were received on an earlier day. */
  carried: Type.Object(Sum),
})
export type CashBook = Static<typeof CashBook>

/** A day with entries. */
export const CashBookSummary = Type.Object({
  day: Type.String(),
  closing: Closing,
  ...Sum,
  /** The part of the amount that is cash or a collection. */
  cash: Paise,
})
export type CashBookSummary = Static<typeof CashBookSummary>

const NO_DAY = 'There is no such day.'

export const getCashBook = {
  about: {
    summary: 'The cash book of a day: its entries in the order in which they were made, 500 at once, and its totals.',
    level: 1,
    onFailure: 'Cash book shows “Failed to load the cash book” with a button to try again.',
    refusals: { 404: NO_DAY },
  },
  params: Day,
  querystring: Type.Object({ page: PAGE_QUERY.page }),
  response: Type.Object({ ...success(CashBook).properties, ...PAGE_INFO }),
}

export const listCashBooks = {
  about: {
    summary: 'The days that have entries, the newest first.',
    level: 1,
    onFailure: 'Cash book shows “Failed to load the cash books” with a button to try again.',
  },
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(CashBookSummary)).properties, ...PAGE_INFO }),
}

export const closeCashBook = {
  about: {
    summary:
      'Closes the books of all days up to this one, for good. Later entries for them go into the first open day.',
    level: 1,
    onFailure: 'A toast shows the response’s message, or “Failed to close the day”; the day stays open.',
    refusals: { 404: NO_DAY, 409: 'The day is closed already.' },
  },
  params: Day,
  response: success(Type.Object({ day: Type.String(), closedAt: Type.String(), closedBy: Type.String() })),
}
