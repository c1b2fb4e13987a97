import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import { SUCCESSFUL_STATUSES } from '@sevadesk/contract/donations/donation-status.ts'
import type { StatedCitizenship } from '@sevadesk/contract/donors/donor.ts'
import type { DonorDetails, DonorYear } from '@sevadesk/contract/donors/donor-schemas.ts'
import { type SqlBool, sql } from 'kysely'
import { chunksOf } from '../../db/chunks.ts'
import { countRows } from '../../db/count-rows.ts'
import { type Db, isPostgres } from '../../db/db.ts'
import { DONATION_COLUMNS, type FullDonation, toDonation, withOfflineGifts } from '../donations/donation-store.ts'

export function countGifts(db: Db, donorId: string): Promise<number> {
  return countRows(db.selectFrom('donations').where('donor_id', '=', donorId).where('deleted_at', 'is', null))
}

/** Newest first; equal times are ordered by id. */
export async function listGifts(
  db: Db,
  donorId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<FullDonation[]> {
  const rows = await db
    .selectFrom('donations')
    .select(DONATION_COLUMNS)
    .where('donor_id', '=', donorId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('donations.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return withOfflineGifts(db, rows.map(toDonation))
}

/**
 * The first and the last successful gift, and the sums of all by the financial year of the capture, or of the day of receipt if they
 * were entered by hand, the newest year first, less what disputes took back in the year. Amounts are
 * added without conversion of currencies.
 */
export async function sumByYear(
  db: Db,
  donorId: string,
  timeZone: string,
): Promise<Pick<DonorDetails, 'years' | 'hasOtherCurrency' | 'firstGiftAt' | 'lastGiftAt'>> {
  const successful = sql`donor_id = ${donorId} and deleted_at is null
    and lower(status) in (${sql.join(SUCCESSFUL_STATUSES.map((status) => sql.lit(status)))})`
  const { rows } = await sql<YearRow>`
    select ${PERIOD} as period, currency, sum(gifts) as count, sum(amount) as amount,
      min(given_at) as first, max(given_at) as last
    from (
      select received_at, currency, 1 as gifts, amount, received_at as given_at from donations where ${successful}
      union all select lost_at, currency, 0, 0 - lost_amount, null from donations where ${successful} and lost_at is not null
    ) given
    group by 1, currency`.execute(db)
  const years = new Map<string, DonorYear>()
  for (const { period, count, amount } of rows) {
    const year = financialYear(
      period.length === MONTH_LENGTH ? `${period}-15` : zonedDate(period, timeZone) || period.slice(0, 10),
    )
    const sums = years.get(year) ?? { year, count: 0, amount: 0 }
    years.set(year, { year, count: sums.count + Number(count), amount: sums.amount + Number(amount) })
  }
  return {
    years: [...years.values()].sort((a, b) => (a.year < b.year ? 1 : -1)),
    hasOtherCurrency: rows.some(({ currency }) => !isRupees(currency)),
    firstGiftAt: rows.flatMap(({ first }) => first ?? []).sort()[0] ?? null,
    lastGiftAt:
      rows
        .flatMap(({ last }) => last ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

interface YearRow {
  period: string
  currency: string
  count: number
  amount: number
  /** Null for lost disputes alone. */
  first: string | null
  last: string | null
}

const MONTH_LENGTH = 7
const GIVEN_AT = sql.raw('received_at')
/**
 * The month in UTC, which decides the financial year in every zone; but the time itself on the two
 * days of UTC between which a financial year starts somewhere.
 */
const PERIOD = sql`case when substr(${GIVEN_AT}, 6, 5) in ('03-31', '04-01') then ${GIVEN_AT}
  else substr(${GIVEN_AT}, 1, ${sql.lit(MONTH_LENGTH)}) end`

/** What a gift says about who gave it. */
export interface Gift {
  id: string
  donor_name: string | null
  donor_email: string | null
  donor_phone: string | null
  donor_address: string | null
  donor_pan: string | null
  /** As the donor stated it; null if not asked. */
  donor_citizenship: StatedCitizenship | null
}

const GIFT_COLUMNS = [
  ...(['id', 'donor_name', 'donor_email', 'donor_phone', 'donor_address', 'donor_pan'] as const),
  'donor_citizenship',
] as const

/** All gifts of a donor, deleted ones too. */
export async function listGiftsOf(db: Db, donorId: string): Promise<Gift[]> {
  return db.selectFrom('donations').select(GIFT_COLUMNS).where('donor_id', '=', donorId).orderBy('n').execute()
}

/**
 * Returns the PANs that the gifts of these donors name, deleted ones too: another PAN prevents a match,
 * which is the safer error. Reads the index alone, since a donor may have thousands of gifts.
 */
export async function listGivenPans(db: Db, donorIds: readonly string[]): Promise<{ donorId: string; pan: string }[]> {
  if (donorIds.length === 0) return []
  const rows = await db
    .selectFrom('donations')
    .select(['donor_id', 'donor_pan'])
    .distinct()
    .where('donor_id', 'in', donorIds)
    // As the index says. A longer text is no PAN.
    .where(sql<SqlBool>`length(donor_pan) <= 40`)
    .execute()
  return rows.map(({ donor_id, donor_pan }) => ({ donorId: donor_id ?? '', pan: donor_pan ?? '' }))
}

/**
 * Returns who gave with these PANs: donors that are not merged, by gifts that are not deleted. Reads
 * the index alone, as `listGivenPans`.
 */
export async function listGiversWithPans(db: Db, pans: readonly string[]): Promise<string[]> {
  if (pans.length === 0) return []
  const rows = await db
    .selectFrom('donations')
    .select('donor_id')
    .distinct()
    .where('donor_pan', 'in', pans)
    // As the index says.
    .where(sql<SqlBool>`length(donor_pan) <= 40`)
    .where('deleted_at', 'is', null)
    .execute()
  // A condition on donor_id would lead SQLite to read all of donations_by_given_pan.
  return rows.flatMap(({ donor_id }) => donor_id ?? [])
}

/**
 * Returns the next donations after row number `after` that have no donor although money was
 * received, and locks them. Without gifts by hand, which are never matched: users change them while
 * they hold the lock of donors, for which the caller may wait next.
 */
export async function lockUnmatched(
  transaction: Db,
  { after, limit }: { after: number; limit: number },
): Promise<(Gift & { n: number })[]> {
  let query = transaction
    .selectFrom('donations')
    .select([...GIFT_COLUMNS, 'n'])
    .where('n', '>', after)
    .where('donor_id', 'is', null)
    .where(sql<SqlBool>`lower(status) in ('authorized', 'captured', 'refunded')`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('offline_gifts').select('donation_id').whereRef('donation_id', '=', 'donations.id'))),
    )
    .orderBy('n')
    .limit(limit)
  if (isPostgres(transaction)) query = query.forUpdate()
  return query.execute()
}

/** Sets the donor of each gift. */
export async function updateDonors(transaction: Db, donorByGift: ReadonlyMap<string, string>): Promise<void> {
  for (const chunk of chunksOf([...donorByGift])) {
    const values = chunk.map(([id, donor]) => sql`(${id}, ${donor})`)
    await sql`update donations set donor_id = chosen.column2 from (values ${sql.join(values)}) as chosen
      where donations.id = chosen.column1`.execute(transaction)
  }
}

/**
 * Moves gifts, or all of them, from one donor to another, and returns their ids. On PostgreSQL locks
 * all of them first, in the order of all who lock several donations. Then the update also sees a
 * gift that was added while the lock waited.
 */
export async function moveGifts(
  transaction: Db,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<string[]> {
  await lockGifts(transaction, from, ids)
  const parts = ids ? chunksOf(ids) : [undefined]
  const moved: string[] = []
  for (const part of parts) {
    let update = transaction.updateTable('donations').set({ donor_id: to }).where('donor_id', '=', from)
    if (part) update = update.where('id', 'in', part)
    moved.push(...(await update.returning('id').execute()).map(({ id }) => id))
  }
  for (const part of chunksOf(moved)) await increaseVersions(transaction, part)
  return moved
}

/** A form that was opened before the change must not save unnoticed. Ignores donations that were paid online. */
export async function increaseVersions(transaction: Db, ids: readonly string[]): Promise<void> {
  await transaction
    .updateTable('offline_gifts')
    .set((gift) => ({ version: gift('version', '+', 1) }))
    .where('donation_id', 'in', ids)
    .execute()
}

/** One statement: parts of the ids would not be in the order of all. */
async function lockGifts(transaction: Db, donorId: string, ids: readonly string[] | undefined): Promise<void> {
  if (!isPostgres(transaction)) return
  let query = transaction.selectFrom('donations').select('n').where('donor_id', '=', donorId).orderBy('n').forUpdate()
  if (ids) query = query.where(sql<SqlBool>`id = any(${ids})`)
  await query.execute()
}

export function countReceipts(db: Db, donorId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('donations')
      .innerJoin('receipts', 'receipts.donation_id', 'donations.id')
      .where('donor_id', '=', donorId),
  )
}

/** Lists the receipts of a donor's gifts, those of deleted gifts too, the newest first. */
export async function listReceipts(db: Db, donorId: string, { offset, limit }: { offset: number; limit: number }) {
  return db
    .selectFrom('donations')
    .innerJoin('receipts', 'receipts.donation_id', 'donations.id')
    .leftJoin('receipt_cancellations', 'receipt_id', 'receipts.id')
    .select(['receipts.id', 'donation_id', 'token', 'snapshot', 'cancelled_at', 'reason', 'status', 'deleted_at'])
    .where('donor_id', '=', donorId)
    .orderBy('issued_at', 'desc')
    .orderBy('series', 'desc')
    .orderBy('number', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Returns what all receipts of these donations print, as JSON. */
export async function listSnapshots(db: Db, donationIds: readonly string[]): Promise<string[]> {
  if (donationIds.length === 0) return []
  const rows = await db.selectFrom('receipts').select('snapshot').where('donation_id', 'in', donationIds).execute()
  return rows.map(({ snapshot }) => snapshot)
}
