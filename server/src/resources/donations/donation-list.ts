import { setImmediate } from 'node:timers/promises'
import type { DonationPageQuery } from '@sevadesk/contract/donation-schemas.ts'
import { needlesOf } from '@sevadesk/contract/donation-search.ts'
import { periodSpan } from '@sevadesk/contract/period.ts'
import type { Db } from '../../db/schema.ts'
import type { DonationFigures } from './donation-figures.ts'
import type { DonationConditions } from './donation-filter.ts'
import type { DonationPage } from './donation-page.ts'
import { pageBySearch } from './donation-search.ts'
import { type FullDonation, listStretch, type Sort, searchStretch } from './donation-store.ts'

/** Which donations, in which order. */
export interface DonationWish extends DonationConditions {
  sort: Sort
}

export interface ListParts {
  db: Db
  figures: DonationFigures
}

/** What a query means at a moment, in milliseconds since 1970. */
export function wishOf(
  { search = '', searchIn = 'all', status = 'all', period = 'all', sort = 'latest' }: DonationPageQuery,
  { now, timeZone }: { now: number; timeZone: string },
): DonationWish {
  return { needles: needlesOf(search), searchIn, status, span: periodSpan(period, now, timeZone), sort }
}

/** A page from 1, or the last one when there are not so many; `total` and the page are of the same moment. */
export async function findPage(
  { db, figures }: ListParts,
  wish: DonationWish,
  place: { page: number; limit: number },
): Promise<DonationPage> {
  if (wish.needles.length > 0) return pageBySearch(db, { ...wish, ...place })
  return figures.withSums(async (snapshot, sums) => {
    const { total, page, ...rows } = await sums.findPage({ ...wish, ...place })
    const donations = rows.limit > 0 ? await listStretch(snapshot, { ...rows, conditions: wish, sort: wish.sort }) : []
    return { donations, total, isCapped: false, page }
  })
}

/** The first so many of a wish without a search, and what the money of all successful donations comes to in paise. */
export async function findNewest(
  { figures }: ListParts,
  wish: DonationWish,
  limit: number,
): Promise<{ donations: FullDonation[]; totalAmount: number; hasOtherCurrency: boolean }> {
  return figures.withSums(async (snapshot, sums) => {
    const { offset, stretch, limit: existing } = await sums.findPage({ ...wish, page: 1, limit })
    const rows = { stretch, offset, limit: existing, conditions: wish, sort: wish.sort }
    const { amount, inOtherCurrency } = sums.all()
    return {
      donations: existing > 0 ? await listStretch(snapshot, rows) : [],
      totalAmount: amount,
      hasOtherCurrency: inOtherCurrency > 0,
    }
  })
}

/**
 * All donations of a wish in order, in batches of some hundred. Each batch is one short read: however slow a caller is, nothing is held
 * open in the database. What is deleted or changed meanwhile is seen or not; none is given twice, and none that stays is left out.
 */
export async function walkDonations(
  { db, figures }: ListParts,
  wish: DonationWish,
): Promise<AsyncIterable<FullDonation[]>> {
  const stretches = await figures.withSums(async (_snapshot, sums) => sums.stretches(wish.status, wish.span))
  if (wish.sort === 'latest') stretches.reverse()
  const batches = readStretches(db, wish, stretches)
  // What fails at once is refused in words, before an answer has begun.
  const first = await batches.next()
  return first.done ? batches : follow(first.value, batches)
}

async function* follow<Batch>(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first
  yield* others
}

async function* readStretches(
  db: Db,
  wish: DonationWish,
  stretches: Parameters<typeof listStretch>[1]['stretch'][],
): AsyncGenerator<FullDonation[]> {
  const read = wish.needles.length > 0 ? searchStretch : listStretch
  for (const stretch of stretches) {
    const donations = await read(db, { stretch, conditions: wish, sort: wish.sort })
    if (donations.length > 0) yield donations
    await setImmediate()
  }
}
