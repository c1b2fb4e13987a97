import type { Sql } from '../support/sql.ts'
import type { SentGift } from './gift-desk.ts'

/** A gift that was entered by hand, as the database has it. */
export interface GiftRecord {
  id: string
  mode: string
  note: string
  status: string
  amount: number
  isDeleted: boolean
  /** Whether the donor holds a leaf of a receipt book. */
  hasLeaf: boolean
  /** Paise: the sum of its entries in the cash books. */
  booked: number
}

/** Reads all gifts in the open transaction. */
export async function readGiftRecords(sql: Sql): Promise<GiftRecord[]> {
  const gifts = await sql.all(
    `select donations.id, mode, note, status, amount, deleted_at, leaf_number,
      (select sum(entries.amount) from cash_book_entries as entries where entries.donation_id = donations.id) as booked
    from offline_gifts join donations on donations.id = offline_gifts.donation_id`,
  )
  return gifts.map((row) => ({
    id: String(row.id),
    mode: String(row.mode),
    note: String(row.note),
    status: String(row.status),
    amount: Number(row.amount),
    isDeleted: row.deleted_at !== null,
    hasLeaf: row.leaf_number !== '',
    booked: Number(row.booked),
  }))
}

const WITHOUT_RECEIPT = ['in_kind', 'collection']

/**
 * Whether a gift must have a receipt that holds: a cheque gets it when it is cleared, a gift with a
 * leaf of a receipt book never.
 */
export function isReceiptDue({ mode, status, isDeleted, hasLeaf }: GiftRecord): boolean {
  return status === 'captured' && !isDeleted && !hasLeaf && !WITHOUT_RECEIPT.includes(mode)
}

/** Returns what is wrong with the cash books, and with the gifts that the desks sent. */
export function auditGifts(records: readonly GiftRecord[], sent: readonly SentGift[]): string[] {
  const byNote = Map.groupBy(records, ({ note }) => note)
  const wrongBooks = records.flatMap(({ id, status, amount, isDeleted, booked }) => {
    const expected = isDeleted || status === 'failed' ? 0 : amount
    return booked === expected ? [] : `the cash books have ${booked} of gift ${id}, not ${expected}`
  })
  const wrongGifts = sent.flatMap(({ id, body: { note } }) => {
    const found = (byNote.get(note) ?? []).map((record) => record.id)
    if (found.length > 1) return `gift ${note} was entered ${found.length} times`
    return id === undefined || found[0] === id ? [] : `acknowledged gift ${note} is ${found[0] ?? 'gone'}, not ${id}`
  })
  return [...wrongBooks, ...wrongGifts]
}
