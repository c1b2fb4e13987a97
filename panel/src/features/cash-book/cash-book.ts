import { ENTRY_KINDS, type EntryKind } from '@sevadesk/contract/gifts/cash-book.ts'
import { ApiError } from '../../api/api-error.ts'
import { type Fields, isRecord, readIds, readInteger, readRecord, readText } from '../../api/records/fields.ts'

export interface Sum {
  count: number
  /** Paise. */
  amount: number
}

/** When and by whom a day was closed. */
export interface Closing {
  closedAt: string
  closedBy: string
}

/** Texts that are not known are empty. */
export interface BookEntry {
  id: string
  giftId: string
  kind: EntryKind
  mode: string
  /** Paise; negative if the entry takes back. */
  amount: number
  enteredAt: string
  enteredBy: string
  receivedOn: string
  donorName: string
  reference: string
  bank: string
  receiptNumber: string
  bookNumber: string
  leafNumber: string
  item: string
  quantity: string
}

/** A page of a day's entries, and the totals of the whole day. */
export interface CashBook extends Sum {
  day: string
  closing: Closing | undefined
  entries: BookEntry[]
  byMode: ({ mode: string } & Sum)[]
  byPerson: ({ name: string } & Sum)[]
  /** Entries about gifts of earlier days. */
  carried: Sum
  page: number
}

/** A day with entries. */
export interface BookDay extends Sum {
  id: string
  day: string
  closing: Closing | undefined
  cash: number
}

/** Throws ApiError unless the response is a book: a failure must not look like an empty day. */
export function readCashBook(response: unknown): CashBook {
  const { data, page } = readRecord(response)
  if (!isRecord(data) || !Array.isArray(data.entries)) throw new ApiError({ kind: 'bad-response', status: 200 })
  return {
    ...readSum(data),
    day: readText(data.day),
    closing: readClosing(data.closing),
    entries: records(data.entries).map(readEntry),
    byMode: records(data.byMode).map((fields) => ({ mode: readText(fields.mode), ...readSum(fields) })),
    byPerson: records(data.byPerson).map((fields) => ({ name: readText(fields.name), ...readSum(fields) })),
    carried: readSum(readRecord(data.carried)),
    page: readInteger(page) ?? 1,
  }
}

export function readBookDay(fields: Fields): BookDay {
  const day = readText(fields.day)
  return { ...readSum(fields), id: day, day, closing: readClosing(fields.closing), cash: readInteger(fields.cash) ?? 0 }
}

function readEntry(fields: Fields, index: number): BookEntry {
  return {
    id: readIds(fields, index).id,
    giftId: readText(fields.giftId),
    kind: ENTRY_KINDS.find((kind) => kind === fields.kind) ?? 'gift',
    mode: readText(fields.mode),
    amount: readInteger(fields.amount) ?? 0,
    enteredAt: readText(fields.enteredAt),
    enteredBy: readText(fields.enteredBy),
    receivedOn: readText(fields.receivedOn),
    donorName: readText(fields.donorName),
    reference: readText(fields.reference),
    bank: readText(fields.bank),
    receiptNumber: readText(fields.receiptNumber),
    bookNumber: readText(fields.bookNumber),
    leafNumber: readText(fields.leafNumber),
    item: readText(fields.item),
    quantity: readText(fields.quantity),
  }
}

function readSum({ count, amount }: Fields): Sum {
  return { count: readInteger(count) ?? 0, amount: readInteger(amount) ?? 0 }
}

function readClosing(value: unknown): Closing | undefined {
  if (!isRecord(value)) return undefined
  return { closedAt: readText(value.closedAt), closedBy: readText(value.closedBy) }
}

function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
