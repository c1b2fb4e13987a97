import type { DateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS, type StatusFilter } from '@sevadesk/contract/donations/donation-status.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Db } from '../../db/schema.ts'
import { type FullDonation, selectInOrder, toDonation } from './donation-store.ts'
import { countOfAllTime } from './totals/donation-totals-store.ts'

type FirstPage = ReturnType<typeof firstPage>

/**
 * Returns the first page of a list without search or period, and its total. One statement sees one
 * state of the database, so it needs no transaction.
 */
export async function listFirstDonations(
  db: Db,
  { status, sort, limit }: { status: StatusFilter; sort: DateSort; limit: number },
): Promise<{ rows: FullDonation[]; total: number }> {
  const rows = await FIRST_PAGES[status][sort](db, { limit })
  return { rows: rows.map(toDonation), total: rows[0]?.total ?? 0 }
}

const FIRST_PAGES = Object.fromEntries(
  STATUS_FILTERS.map((status) => [
    status,
    { latest: firstPage(status, 'latest'), oldest: firstPage(status, 'oldest') },
  ]),
) as Record<StatusFilter, Record<DateSort, FirstPage>>

function firstPage(status: StatusFilter, sort: DateSort) {
  const conditions = { query: [], searchIn: 'all', status, days: undefined } as const
  return preparedQuery((db, value: (name: 'limit') => number) =>
    selectInOrder(db, { conditions, sort, limit: value('limit') }).select(countOfAllTime(status).as('total')),
  )
}
