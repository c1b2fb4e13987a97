import { setImmediate } from 'node:timers/promises'
import { NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import {
  type DonationSort,
  isDateSort,
  type SortColumn,
  sortOrderOf,
} from '@sevadesk/contract/donations/donation-sort.ts'
import type { StatusFilter } from '@sevadesk/contract/donations/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from '../../db/db.ts'
import {
  collectedRows,
  indexedBy,
  listByFullText,
  matches,
  rowsOf,
  type Selection,
  SUCCESSFUL,
  usesFullText,
} from './donation-search-store.ts'
import { DONATION_COLUMNS, type FullDonation, toDonation, withOfflineGifts } from './donation-store.ts'

/** The columns that sort a list, all in one direction, and the index that has its rows in this order. */
export interface Order {
  columns: readonly string[]
  direction: 'asc' | 'desc'
  index: string
}

const DATE = ['local_day', 'created_at', 'id']
const COLUMN_ORDERS: Readonly<Record<SortColumn, Omit<Order, 'direction'>>> = {
  date: { columns: DATE, index: 'donations_by_day' },
  amount: { columns: ['amount', ...DATE], index: 'donations_by_amount' },
  donor: { columns: ['donor_sort_key', ...DATE], index: 'donations_by_donor' },
  status: { columns: ['status_rank', ...DATE], index: 'donations_by_status' },
}

/** The index that has the search texts. */
const TEXT_INDEX = 'donations_by_text'

export function orderOf(sort: DonationSort): Order {
  const { column, direction } = sortOrderOf(sort)
  return { ...COLUMN_ORDERS[column], direction }
}

function orderBy({ columns, direction }: Order): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `${column} ${direction}`).join(', '))
}

/** The index that counts and sums read. Only SQLite must be told which. */
function indexOf({ words, range }: Selection): string {
  if (words.length > 0) return TEXT_INDEX
  return range?.column === 'received_at' ? 'donations_by_received' : 'donations_by_day'
}

interface PageRange {
  offset: number
  limit: number
}

/** Returns a page of a list without a search, and the total of the list. One statement sees one state. */
export async function listPage(
  db: Db,
  selection: Selection,
  { sort, offset, limit }: PageRange & { sort: DonationSort },
): Promise<{ donations: FullDonation[]; total: number }> {
  const order = orderOf(sort)
  const { rows } = await sql<Parameters<typeof toDonation>[0] & { total: number }>`
    select ${COLUMNS}, ${totalOf(db, selection)} as total from (
      select n as number from ${rowsOf(db, selection, order.index)} order by ${orderBy(order)} limit ${limit} offset ${offset}
    ) page join donations on n = number order by ${orderBy(order)}`.execute(db)
  return { donations: await withOfflineGifts(db, rows.map(toDonation)), total: rows[0]?.total ?? 0 }
}

const COLUMNS = sql.raw(DONATION_COLUMNS.join(', '))

/** A subquery that counts a selection. All donations are counted without a condition, which SQLite does in microseconds. */
function totalOf(db: Db, selection: Selection): RawBuilder<unknown> {
  const { words, searchIn, status = 'all', ...others } = selection
  const isWhole = words.length === 0 && status === 'all' && Object.values(others).every((value) => value === undefined)
  if (isWhole)
    return sql`(select count(*) from donations) - (select count(*) from donations where deleted_at is not null)`
  const count = (rows: RawBuilder<unknown>) => sql`(select count(*) from ${rows})`
  const anyone = withAnyCollector(selection)
  return anyone
    ? sql`${count(rowsOf(db, anyone, indexOf(anyone)))} - ${count(collectedRows(db, anyone))}`
    : count(rowsOf(db, selection, indexOf(selection)))
}

/** Counts the donations of a selection; with `limit`, at most so many. */
export async function countDonations(db: Db, selection: Selection, limit?: number): Promise<number> {
  const total =
    limit === undefined
      ? totalOf(db, selection)
      : sql`(select count(*) from (select 1 from ${rowsOf(db, selection, indexOf(selection))} limit ${sql.lit(limit)}) found)`
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many donations match; how many of them are successful, and their sum in paise. */
export interface MatchSums {
  count: number
  successfulCount: number
  successfulAmount: number
}

/** Counts and sums the donations of a selection; with `limit`, the first so many. */
export async function sumDonations(db: Db, selection: Selection, limit?: number): Promise<MatchSums> {
  const found = (rows: RawBuilder<unknown>, sign: 1 | -1) =>
    sql`select status_rank, amount, ${sql.lit(sign)} as sign from ${rows}`
  const anyone = withAnyCollector(selection)
  const all = anyone ?? selection
  const { rows } = await sql<MatchSums>`
    select cast(coalesce(sum(sign), 0) as bigint) as count,
      cast(coalesce(sum(case when ${SUCCESSFUL} then sign end), 0) as bigint) as "successfulCount",
      cast(coalesce(sum(case when ${SUCCESSFUL} then sign * amount end), 0) as bigint) as "successfulAmount"
    from (
      ${found(rowsOf(db, all, indexOf(all)), 1)} ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}
      ${anyone ? sql`union all ${found(collectedRows(db, anyone), -1)}` : sql``}
    ) found`.execute(db)
  return rows[0] ?? { count: 0, successfulCount: 0, successfulAmount: 0 }
}

/**
 * The selection whatever the collector, if it selects donations without one: these are all others less
 * the few that have one, because looking for the collector of each takes seconds for a million.
 */
function withAnyCollector(selection: Selection): Selection | undefined {
  const { collector, ...others } = selection
  return collector === NO_VALUE && others.words.length === 0 ? others : undefined
}

export interface StatusSums {
  /** `rankOf` a filter. */
  rank: number
  count: number
  /** Paise, this one and the next; 0 unless the status is successful. */
  amount: number
  monthAmount: number
  /** Donations in a currency other than INR. */
  otherCurrency: number
}

/** Sums all donations by status, or those of one status, and those of the days of a month. */
export async function sumByStatus(db: Db, month: DayRange, status: StatusFilter = 'all'): Promise<StatusSums[]> {
  // Unpaid orders are left out: their sum can exceed the largest safe integer of JavaScript.
  const sumIf = (condition: RawBuilder<unknown>) =>
    sql`cast(sum(case when ${SUCCESSFUL} and ${condition} then amount else 0 end) as bigint)`
  const { rows } = await sql<StatusSums>`
    select status_rank as rank, count(*) as count, ${sumIf(sql`true`)} as amount,
      ${sumIf(sql`local_day >= ${month.from} and local_day < ${month.to}`)} as "monthAmount",
      count(case when currency <> 'INR' and upper(trim(currency)) not in ('', 'INR') then 1 end) as "otherCurrency"
    from donations ${indexedBy(db, 'donations_by_status')} where ${matches({ words: [], status })} group by status_rank`.execute(
    db,
  )
  return rows
}

/** Counts the different donors of all donations. */
export async function countDonors(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct donor_key) as count from donations ${indexedBy(db, 'donations_by_donor_key')}
    where deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** With more matches than this, a search walks the index of the order; fewer are sorted. */
export const FEW = 10_000

/** Returns the row numbers (`donations.n`) of a page of a search that has `count` matches or more. */
export async function listMatches(
  db: Db,
  selection: Selection,
  { sort, count, few = FEW, ...page }: PageRange & { sort: DonationSort; count: number; few?: number },
): Promise<number[]> {
  const order = orderOf(sort)
  const isFullText = usesFullText(db, selection)
  if (isFullText && isDateSort(sort)) return listByFullText(db, selection, { sort, ...page })
  if (count <= few) return listSorted(db, selection, order, page)
  if (!isFullText) return listByWalking(db, selection, order, page)
  // Many matches are often near the start of the index. If not, walking might read all of it.
  const first = await listFromFirst(db, selection, order, page)
  return first.length === page.limit ? first : listSorted(db, selection, order, page)
}

/** Sorts the matches, with `only` those that meet a further condition. */
export async function listSorted(
  db: Db,
  selection: Selection,
  order: Order,
  { offset, limit, only = sql`true` }: PageRange & Pick<WalkOptions, 'only'>,
): Promise<number[]> {
  // Keeps the planner from walking the index of the order until it has found these few matches.
  const fence = isPostgres(db) ? sql`offset 0` : sql`limit -1`
  const columns = sql.raw(order.columns.map((column) => `donations.${column}`).join(', '))
  const { rows } = await sql<{ n: number }>`
    select n from (
      select donations.n, ${columns} from ${rowsOf(db, selection, TEXT_INDEX)} and ${only} ${fence}
    ) matches order by ${orderBy(order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ n }) => n)
}

/** Entries of an index that `listFromFirst` reads at most. */
const FIRST_ENTRIES = 2_000

/** Searches the first entries of the order's index. Returns fewer row numbers than `limit` if the page lies beyond them. */
export async function listFromFirst(
  db: Db,
  selection: Selection,
  order: Order,
  { offset, limit }: PageRange,
): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from (
      select * from donations ${indexedBy(db, order.index)} where deleted_at is null
      order by ${orderBy(order)} limit ${sql.lit(FIRST_ENTRIES)}
    ) donations where ${matches(selection)} order by ${orderBy(order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ n }) => n)
}

/** The values of the columns of an order. */
type Position = Readonly<Record<string, string | number>>

/** Walks the index of the order, from after a position if one is given. */
export async function listByWalking(
  db: Db,
  selection: Selection,
  order: Order,
  { offset = 0, limit, after, only = sql`true` }: Partial<PageRange> & { limit: number } & WalkOptions,
): Promise<number[]> {
  const isSearchByDate = selection.words.length > 0 && order.index === COLUMN_ORDERS.date.index
  const { rows } = await sql<{ n: number }>`
    select n from donations ${indexedBy(db, isSearchByDate ? TEXT_INDEX : order.index)}
    where ${matches(after ? rangeAfter(selection, order) : selection)} and ${only} ${after ? isAfter(order, after) : sql``}
    order by ${orderBy(order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ n }) => n)
}

async function findPosition(db: Db, { columns }: Order, n: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select ${sql.raw(columns.join(', '))} from donations where n = ${n}`.execute(db)
  return rows[0]
}

interface WalkOptions {
  after?: Position | undefined
  /** A further condition. */
  only?: RawBuilder<unknown> | undefined
}

function isAfter({ columns, direction }: Order, position: Position): RawBuilder<unknown> {
  const values = sql.join(columns.map((column) => position[column]))
  return sql`and (${sql.raw(columns.join(', '))}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${values})`
}

/** Leaves out the bound of the range that the position implies. With both, SQLite might use the wider one for the index. */
function rangeAfter(selection: Selection, { columns, direction }: Order): Selection {
  if (!selection.range || selection.range.column !== columns[0]) return selection
  const passed = direction === 'asc' ? 'from' : 'to'
  return { ...selection, range: { ...selection.range, [passed]: undefined } }
}

/** Row numbers that one statement reads; SQLite blocks the server meanwhile. */
const NUMBERS_PER_READ = 5_000

/**
 * Returns the row numbers of all donations of a selection, in order. Call it with a snapshot, so that no
 * change of a donation repeats or omits it.
 */
export async function listAllNumbers(
  snapshot: Db,
  selection: Selection,
  order: Order,
  {
    only,
    perRead = NUMBERS_PER_READ,
    few = FEW,
  }: Pick<WalkOptions, 'only'> & { perRead?: number | undefined; few?: number } = {},
): Promise<number[]> {
  if (selection.words.length > 0 && (await countDonations(snapshot, selection, few + 1)) <= few) {
    return listSorted(snapshot, selection, order, { offset: 0, limit: few, only })
  }
  const numbers: number[] = []
  for (let after: Position | undefined, isOver = false; !isOver; await setImmediate()) {
    const found = await listByWalking(snapshot, selection, order, { limit: perRead, after, only })
    for (const n of found) numbers.push(n)
    isOver = found.length < perRead
    after = isOver ? undefined : await findPosition(snapshot, order, numbers.at(-1) ?? 0)
  }
  return numbers
}
