import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'
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

/** Returns the gift that has the leaf of a receipt book, unless it is deleted or has this id. */
export async function findGiftOfLeaf(
  db: Db,
  { id, leafKey }: { id: string; leafKey: string },
): Promise<{ received_on: string; donor_name: string | null } | undefined> {
  return (
    db
      .selectFrom('offline_gifts')
      .innerJoin('donations', 'donations.id', 'donation_id')
      .select(['received_on', 'donor_name'])
      .where('leaf_key', '=', leafKey)
      // The index has only gifts with a leaf.
      .where('leaf_key', '<>', '')
      .where('donation_id', '!=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )
}

interface DayOfDonor {
  donorId: string
  day: string
  /** The gift that is left out. */
  exceptId: string
}

/** Other gifts of a donor on a day, online ones too, but none that failed. */
export async function listGiftsOfDay(db: Db, { donorId, day, exceptId }: DayOfDonor) {
  return db
    .selectFrom('donations')
    .leftJoin('offline_gifts', 'donation_id', 'donations.id')
    .select(['amount', 'payment_method', 'status', 'receipt_token', 'receipt_number', 'item', 'mode'])
    .where('donor_id', '=', donorId)
    .where('local_day', '=', day)
    .where('donations.id', '!=', exceptId)
    .where('deleted_at', 'is', null)
    .where('currency', '=', DEFAULT_CURRENCY)
    .where(sql<string>`lower(status)`, 'in', ['pending', 'authorized', 'captured'])
    .orderBy('n')
    .execute()
}
export type GiftOfDay = Awaited<ReturnType<typeof listGiftsOfDay>>[number]
