import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { derivedDonationColumns } from '../../db/donation-columns.ts'
import type { GeneratedDonationColumn } from '../../db/donation-schema.ts'

export type OfflineGiftRow = Selectable<Tables['offline_gifts']>
type DonationRow = Selectable<Tables['donations']>

/** A gift that was entered by hand, with its donation. */
export interface StoredGift {
  donation: DonationRow
  gift: OfflineGiftRow
}

type DerivedColumn = keyof ReturnType<typeof derivedDonationColumns>
export type NewDonationRow = Omit<Insertable<Tables['donations']>, DerivedColumn | 'n'> &
  Parameters<typeof derivedDonationColumns>[0]

export async function insertGift(
  transaction: Db,
  { donation, gift }: { donation: NewDonationRow; gift: Insertable<Tables['offline_gifts']> },
  timeZone: string,
): Promise<void> {
  await transaction
    .insertInto('donations')
    .values({ ...donation, ...derivedDonationColumns(donation, timeZone) })
    .execute()
  await transaction.insertInto('offline_gifts').values(gift).execute()
}

/** Returns a gift that is not deleted; undefined for a donation that was paid online. */
export async function findGift(db: Db, id: string): Promise<StoredGift | undefined> {
  const gift = await findOfflineGift(db, id)
  if (!gift) return undefined
  const donation = await db
    .selectFrom('donations')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return donation && { donation, gift }
}

/** As findGift(), but locks the donation until the transaction ends. */
export async function lockGift(transaction: Db, id: string): Promise<StoredGift | undefined> {
  const donation = await transaction
    .updateTable('donations')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (gifts) => gifts.selectFrom('offline_gifts').select('donation_id'))
    .returningAll()
    .executeTakeFirst()
  const gift = donation && (await findOfflineGift(transaction, id))
  return gift && { donation, gift }
}

/**
 * Makes all other changes of gifts by hand wait until the transaction ends. It must lock no donations:
 * the others lock those before the gifts.
 */
export async function lockOfflineGifts(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) await sql`lock table offline_gifts in exclusive mode`.execute(transaction)
}

/** Also of a deleted donation. */
export async function findOfflineGift(db: Db, id: string): Promise<OfflineGiftRow | undefined> {
  return db.selectFrom('offline_gifts').selectAll().where('donation_id', '=', id).executeTakeFirst()
}

export async function updateGift(
  transaction: Db,
  { donation, gift }: StoredGift,
  changes: {
    donation?: Partial<Omit<DonationRow, GeneratedDonationColumn>>
    gift: Updateable<Tables['offline_gifts']>
  },
  timeZone: string,
): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({
      ...changes.donation,
      ...derivedDonationColumns({ ...donation, ...changes.donation }, timeZone),
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', donation.id)
    .execute()
  await transaction
    .updateTable('offline_gifts')
    .set({ ...changes.gift, version: gift.version + 1 })
    .where('donation_id', '=', donation.id)
    .execute()
}

/** Changes what the gift says of its donor. */
export async function updateDonor(
  transaction: Db,
  donation: DonationRow,
  donor: Pick<DonationRow, 'donor_name' | 'donor_phone' | 'donor_email' | 'donor_address' | 'donor_pan'>,
  timeZone: string,
): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ ...donor, ...derivedDonationColumns({ ...donation, ...donor }, timeZone) })
    .where('id', '=', donation.id)
    .execute()
}

type GiftKey = 'leaf_key' | 'reference_key'

/** Gifts that are not deleted and have a key: the indexes have only these. */
function giftsWith(db: Db, key: GiftKey) {
  const columns = ['donation_id', 'received_on', 'reference', 'instrument_number', 'donor_name', 'amount'] as const
  const joined = db.selectFrom('offline_gifts').innerJoin('donations', 'donations.id', 'donation_id')
  const gifts = joined.select(columns).where('deleted_at', 'is', null).where(key, '<>', '').orderBy('n')
  // A bounced cheque may be presented again.
  return key === 'leaf_key' ? gifts : gifts.where('bounced_on', 'is', null)
}

/** Returns the first other gift with a key; undefined for an empty one. */
export async function findOtherGift(db: Db, id: string, { key, value }: { key: GiftKey; value: string }) {
  if (value === '') return undefined
  return giftsWith(db, key).where('donation_id', '!=', id).where(key, '=', value).executeTakeFirst()
}

/** Returns the gifts whose reference another one has, those of a reference one after another. */
export async function listRepeatedReferences(db: Db) {
  const keys = db.selectFrom('offline_gifts').select('reference_key').groupBy('reference_key')
  const repeated = keys.where('reference_key', '<>', '').having(sql`count(*)`, '>', 1)
  const gifts = giftsWith(db, 'reference_key').select('reference_key').where('reference_key', 'in', repeated)
  const byReference = Map.groupBy(await gifts.execute(), ({ reference_key }) => reference_key)
  return [...byReference.values()].filter(({ length }) => length > 1).flat()
}

interface DayOfDonors {
  donorIds: readonly string[]
  day: string
  /** The gift that is left out. */
  exceptId: string
}

/** Other gifts of donors on a day, online ones too, but none that failed. */
export async function listGiftsOfDay(db: Db, { donorIds, day, exceptId }: DayOfDonors) {
  return db
    .selectFrom('donations')
    .leftJoin('offline_gifts', 'donation_id', 'donations.id')
    .select(['donor_id', 'amount', 'payment_method', 'status', 'receipt_token', 'receipt_number', 'item', 'mode'])
    .where('donor_id', 'in', donorIds)
    .where('local_day', '=', day)
    .where('donations.id', '!=', exceptId)
    .where('deleted_at', 'is', null)
    .where('currency', '=', DEFAULT_CURRENCY)
    .where(sql<string>`lower(status)`, 'in', ['pending', 'authorized', 'captured'])
    .orderBy('n')
    .execute()
}
export type GiftOfDay = Awaited<ReturnType<typeof listGiftsOfDay>>[number]
