import type { CashBookSummary } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import type { Db } from '../../db/db.ts'

/** Days that have entries. Steps from day to day in the index: the entries are many more. */
export async function countBooks(db: Db): Promise<number> {
  const { count } = await db
    .withRecursive('days(day)', (days) =>
      days
        .selectFrom('cash_book_entries')
        .select(({ fn }) => fn.max<string | null>('day').as('day'))
        .unionAll(
          days
            .selectFrom('days')
            .select(({ selectFrom }) =>
              selectFrom('cash_book_entries')
                .select(({ fn }) => fn.max<string | null>('cash_book_entries.day').as('day'))
                .whereRef('cash_book_entries.day', '<', 'days.day')
                .as('day'),
            )
            .where('days.day', 'is not', null),
        ),
    )
    .selectFrom('days')
    .select(({ fn }) => fn.count<number>('day').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The days that have entries, the newest first. */
export async function listBooks(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<CashBookSummary[]> {
  const rows = await db
    .selectFrom('cash_book_entries')
    .select('day')
    .distinct()
    .orderBy('day', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const days = rows.map(({ day }) => day)
  const [newest, oldest] = [days[0], days.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  const sums = await db
    .selectFrom('cash_book_entries')
    .select(({ fn }) => ['day', 'mode', fn.countAll<number>().as('count'), fn.sum<number>('amount').as('amount')])
    .where('day', 'in', days)
    .groupBy(['day', 'mode'])
    .execute()
  const closings = await listClosings(db, { newest, oldest })
  return days.map((day) => {
    const ofDay = sums.filter((sum) => sum.day === day)
    const closing = closings.find((row) => row.day >= day)
    return {
      day,
      closing: closing ? { closedAt: closing.closed_at, closedBy: closing.closed_by } : null,
      count: ofDay.reduce((count, sum) => count + Number(sum.count), 0),
      amount: totalOf(ofDay),
      cash: totalOf(ofDay.filter(({ mode }) => mode === 'cash' || mode === 'collection')),
    }
  })
}

/** The closings that may have closed one of the days, in the order of their days. */
async function listClosings(db: Db, { newest, oldest }: { newest: string; oldest: string }) {
  const closings = db.selectFrom('cash_book_closings').select(['day', 'closed_at', 'closed_by']).orderBy('day')
  const between = await closings.where('day', '>=', oldest).where('day', '<', newest).execute()
  return [...between, ...(await closings.where('day', '>=', newest).limit(1).execute())]
}

function totalOf(sums: readonly { amount: number }[]): number {
  return sums.reduce((total, { amount }) => total + Number(amount), 0)
}
