import { insertDonation } from './seed-donations.ts'
import type { Sql } from './sql.ts'

interface SeedGift {
  /** One hexadecimal digit or more; the gift's id ends with it. */
  id: string
  mode: string
  /** `YYYY-MM-DD` in the trust's zone. */
  day: string
  /** Paise. */
  amount: number
  donor: string | null
  /** Username of who entered it. */
  by: string
  /** Of its entries, one after the other; default one `gift`. */
  kinds?: readonly string[]
  /** Number of its receipt. */
  receipt?: string
  /** Columns of the gift. */
  more?: Readonly<Record<string, string | number | null>>
}

/** Adds a gift that was entered by hand, with its entries in the cash book of its day. */
export async function insertOfflineGift(sql: Sql, gift: SeedGift): Promise<void> {
  const { mode, day, amount, donor, by, kinds = ['gift'], receipt = '', more = {} } = gift
  const id = gift.id.padStart(24, '0')
  const at = `${day}T06:30:00.000Z`
  const isCheque = mode === 'cheque' || mode === 'draft'
  await insertDonation(sql, {
    ...{ id, amount, donor_name: donor, donor_email: null, donor_phone: null, purpose: 'Gau Seva', created_at: at },
    ...{ status: isCheque ? 'pending' : 'captured', captured_at: isCheque ? null : at, payment_method: mode },
    receipt_number: receipt || null,
  })
  const entered = { entered_at: at, entered_by: by, entered_by_id: by.padEnd(24, '0') }
  const texts = ['direction_letter', 'approval', 'instrument_number', 'bank', 'reference', 'bounce_reason', 'item']
  const others = ['quantity', 'counted_by', 'collected_by', 'book_number', 'leaf_number', 'note']
  const empty = Object.fromEntries([...texts, ...others].map((name) => [name, '']))
  await insert(sql, 'offline_gifts', {
    ...{ donation_id: id, mode, received_on: day, donation_type: 'general', ...entered },
    ...{ ...empty, ...more },
  })
  const { instrument_number, reference = '', bank = '', item = '', quantity = '', received_on = day } = more
  const { book_number = '', leaf_number = '' } = more
  for (const [index, kind] of kinds.entries()) {
    await insert(sql, 'cash_book_entries', {
      ...{ id: `${index}${id.slice(1)}`, day, donation_id: id, kind, mode, ...entered },
      ...{ amount: kind === 'reversal' ? 0 - amount : amount, received_on, donor_name: donor ?? '' },
      ...{ receipt_number: receipt, reference: instrument_number || reference },
      ...{ bank, item, quantity, book_number, leaf_number },
    })
  }
}

async function insert(sql: Sql, table: string, row: Record<string, string | number | null>): Promise<void> {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  await sql.all(`insert into ${table} (${names.join(', ')}) values (${marks})`, ...Object.values(row))
}
