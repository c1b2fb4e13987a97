import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'
import { addEntry, type CashBookEntry } from '../../resources/cash-book/cash-book-store.ts'
import { buildDonation, type DonationRow } from '../factories.ts'

type OfflineGiftRow = Selectable<Tables['offline_gifts']>

/** Who enters gifts of tests that do not say. */
const MEERA = { entered_by: 'meera', entered_by_id: 'm'.repeat(24) }

/** Inserts a gift that was entered by hand with its donation, without an entry of the cash book. */
export async function buildOfflineGift(
  db: Db,
  { donation = {}, ...given }: Partial<OfflineGiftRow> & { donation?: Partial<DonationRow> } = {},
): Promise<OfflineGiftRow & { amount: number }> {
  const { mode = 'cash', received_on = '2026-11-20' } = given
  const at = `${received_on}T06:30:00.000Z`
  const isCheque = mode === 'cheque' || mode === 'draft'
  const { id, amount } = await buildDonation(db, {
    ...{ amount: mode === 'in_kind' ? 0 : 500_00, payment_method: mode, order_id: null, payment_id: null },
    ...{ status: isCheque ? 'pending' : 'captured', captured_at: isCheque ? null : at, created_at: at },
    ...donation,
  })
  return { ...(await addOfflineGift(db, id, { ...given, mode, received_on })), amount }
}

/** Inserts what a gift by hand has beyond its donation. */
export async function addOfflineGift(
  db: Db,
  donation_id: string,
  { mode = 'cash', received_on = '2026-11-20', ...given }: Partial<OfflineGiftRow> = {},
): Promise<OfflineGiftRow> {
  const isCheque = mode === 'cheque' || mode === 'draft'
  const isInKind = mode === 'in_kind'
  const cheque = { instrument_number: '000123', instrument_date: received_on, bank: 'State Bank' }
  const goods = { item: 'Rice', quantity: '20 kg', estimated_value: 1_000_00 }
  // Columns that later migrations add have defaults, and are absent before.
  const columns: Partial<OfflineGiftRow> = {
    ...{ donation_id, mode, received_on, entered_at: `${received_on}T06:30:00.000Z`, ...MEERA },
    ...{ donation_type: 'general', direction_letter: '', approval: '', reference: '', note: '', version: 1 },
    ...(isCheque ? cheque : { instrument_number: '', instrument_date: null, bank: '' }),
    ...{ deposited_on: null, is_deposit_implied: 0, cleared_on: null, bounced_on: null, bounce_reason: '' },
    ...(isInKind ? goods : { item: '', quantity: '', estimated_value: null }),
    ...{ counted_by: mode === 'collection' ? 'Ramesh' : '', collected_by: '', deposit_slip_id: null },
    ...{ book_number: '', leaf_number: '', leaf_key: '', ...given },
  }
  const insert = db.insertInto('offline_gifts').values(columns as OfflineGiftRow)
  return insert.returningAll().executeTakeFirstOrThrow()
}

/** Inserts a gift by hand and its entry of the cash book, as entering it does. */
export async function buildBookedGift(
  db: Db,
  given: Parameters<typeof buildOfflineGift>[1] = {},
): Promise<OfflineGiftRow & { amount: number }> {
  const gift = await buildOfflineGift(db, given)
  await buildEntry(db, gift)
  return gift
}

/** Adds an entry about a gift: of its whole amount unless `given` says otherwise. */
export async function buildEntry(
  db: Db,
  gift: OfflineGiftRow & { amount: number },
  given: Partial<CashBookEntry & { today: string }> = {},
): Promise<void> {
  const { received_on } = gift
  const entry = { kind: 'gift' as const, ...(await entryTextsOf(db, gift)), ...given }
  await db
    .transaction()
    .execute((transaction) => addEntry(transaction, { day: received_on, today: received_on, ...entry }))
}

/** What an entry about the gift says of it now. */
export async function entryTextsOf(db: Db, gift: OfflineGiftRow & { amount: number }) {
  const { donation_id, mode, amount, received_on, entered_at, entered_by, entered_by_id } = gift
  const { donor_name, receipt_number } = await db
    .selectFrom('donations')
    .select(['donor_name', 'receipt_number'])
    .where('id', '=', donation_id)
    .executeTakeFirstOrThrow()
  return {
    ...{ donation_id, mode, amount, received_on, entered_at, entered_by, entered_by_id },
    ...{ donor_name: donor_name ?? '', receipt_number: receipt_number ?? '' },
    ...{ reference: gift.instrument_number || gift.reference, bank: gift.bank },
    ...{ item: gift.item, quantity: gift.quantity },
    ...{ book_number: gift.book_number, leaf_number: gift.leaf_number },
  }
}
