import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { gramsOf } from './donation-grams.ts'
import { asText } from './donation-text.ts'

/** A living donation whose texts are folded. */
export interface FoldedDonation {
  n: number
  id: string
  createdAt: string
  status: string | null
  searchDonor: string
  searchPurpose: string
}

/**
 * SQLite alone. `donation_places` gives each living, folded donation a rank, and the full-text tables name donations by it: ranks are in the
 * order of (created_at, id), so that those tables give a page, the newest or the oldest first, without looking at what else they hold. A rank is
 * the donation's moment in steps of some seconds, or the next one that is free: mostly there is room for one that comes late.
 */
const STEP_MS = 8192
const LOWEST = -(2 ** 52)
export const BEYOND_RANKS = Number.MAX_SAFE_INTEGER

interface Placed extends FoldedDonation {
  rank: number
}

/** Between two donations that follow each other, both of which may be missing. */
interface Gap {
  lastRank: number
  next: { rank: number; createdAt: string; id: string } | undefined
}

/** Lists donations that have no place yet; they come in the order of (created_at, id), and none before the last of them may lack its own. */
export async function listInOrder(transaction: Db, donations: readonly FoldedDonation[]): Promise<void> {
  let gap: Gap | undefined
  let placed: Placed[] = []
  for (const [index, donation] of donations.entries()) {
    if (gap === undefined || !isBefore(donation, gap.next)) {
      await insertPlaced(transaction, placed)
      placed = []
      gap = await findGap(transaction, donation)
    }
    const rank = Math.min(Math.max(stepOf(donation.createdAt), gap.lastRank + 1), gap.next?.rank ?? BEYOND_RANKS)
    if (rank === gap.next?.rank) {
      const { next } = gap
      const coming = donations.slice(index).filter((other) => isBefore(other, next)).length
      await moveUp(transaction, rank, coming * ROOM)
      next.rank += coming * ROOM
    }
    gap.lastRank = rank
    placed.push({ ...donation, rank })
  }
  await insertPlaced(transaction, placed)
}

async function findGap(transaction: Db, { createdAt, id }: FoldedDonation): Promise<Gap> {
  const last = await transaction
    .selectFrom('donations')
    .crossJoin('donation_places')
    .whereRef('donation_places.n', '=', 'donations.n')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(created_at, id) < (${createdAt}, ${id})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('rank')
    .limit(1)
    .executeTakeFirst()
  const lastRank = last?.rank ?? LOWEST
  const next = await transaction
    .selectFrom('donation_places')
    .innerJoin('donations', 'donations.n', 'donation_places.n')
    .where('rank', '>', lastRank)
    .orderBy('rank')
    .select(['rank', 'created_at as createdAt', 'id'])
    .limit(1)
    .executeTakeFirst()
  return { lastRank, next }
}

/** For each donation that has to be squeezed in, room is made for so many: where one comes late, often more do. */
const ROOM = 4

/** Moves the donation of a rank up by so many ranks, and those after it as far as it takes to keep their order. */
async function moveUp(transaction: Db, rank: number, by: number): Promise<void> {
  const moved: Placed[] = []
  let lowest = rank + by
  let last = rank
  for (let isOver = false; !isOver; ) {
    const rows = await listPlaced(transaction, moved.length === 0 ? rank : last + 1)
    isOver = rows.length < ROWS_AT_ONCE
    for (const row of rows) {
      isOver ||= row.rank >= lowest
      if (row.rank >= lowest) break
      last = row.rank
      moved.push({ ...row, status: asText(row.status), rank: lowest })
      lowest += 1
    }
  }
  await transaction.deleteFrom('donation_places').where('rank', '>=', rank).where('rank', '<=', last).execute()
  for (const table of ['donation_short_grams', 'donation_long_grams'] as const) {
    await transaction.deleteFrom(table).where('rowid', '>=', rank).where('rowid', '<=', last).execute()
  }
  await insertPlaced(transaction, moved)
}

/** From a rank on, in order, so many as are read at once. */
async function listPlaced(transaction: Db, from: number): Promise<Placed[]> {
  return transaction
    .selectFrom('donation_places')
    .innerJoin('donations', 'donations.n', 'donation_places.n')
    .where('rank', '>=', from)
    .orderBy('rank')
    .select(['rank', 'donations.n', 'id', 'created_at as createdAt', 'status'])
    .select(sql<string>`search_donor`.as('searchDonor'))
    .select(sql<string>`search_purpose`.as('searchPurpose'))
    .limit(ROWS_AT_ONCE)
    .execute()
}

const ROWS_AT_ONCE = 500

async function insertPlaced(transaction: Db, placed: readonly Placed[]): Promise<void> {
  for (let at = 0; at < placed.length; at += ROWS_AT_ONCE) {
    const rows = placed.slice(at, at + ROWS_AT_ONCE).map((donation) => ({ ...donation, grams: gramsOf(donation) }))
    await transaction
      .insertInto('donation_places')
      .values(rows.map(({ rank, n }) => ({ rank, n })))
      .execute()
    await transaction
      .insertInto('donation_short_grams')
      .values(rows.map(({ rank, grams }) => ({ rowid: rank, grams: grams.short })))
      .execute()
    await transaction
      .insertInto('donation_long_grams')
      .values(rows.map(({ rank, grams }) => ({ rowid: rank, grams: grams.long })))
      .execute()
  }
}

function stepOf(createdAt: string): number {
  const step = Math.floor(Date.parse(createdAt) / STEP_MS)
  return Number.isNaN(step) ? LOWEST : step
}

function isBefore(donation: FoldedDonation, next: Gap['next']): boolean {
  if (next === undefined) return true
  if (donation.createdAt !== next.createdAt) return donation.createdAt < next.createdAt
  return donation.id < next.id
}
