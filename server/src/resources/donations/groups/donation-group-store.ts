import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { type DonationConditions, type ReceivedRange, STATUS_KEY } from '../donation-conditions-store.ts'
import { MODE_KEY } from '../donation-fields-store.ts'
import { BY_RECEIVED, indexedBy, matchesReceived, searchesFullText } from './donation-received-store.ts'

/** Donations of a group with one currency. */
export interface GroupSum {
  /** Empty or null for donations without the field. */
  key: string | null
  currency: string
  /** 1 for gifts in kind. */
  isInKind: number
  count: number
  amount: number
}

/** Sums the successful donations of each value of a field. */
export async function sumByField(
  db: Db,
  by: Exclude<Grouping, 'month'>,
  conditions: DonationConditions,
  received: ReceivedRange | undefined,
): Promise<GroupSum[]> {
  if (by === 'collector') return sumByCollector(db, conditions, received)
  const { key, index } = FIELDS[by]
  return sumBy(db, key, { conditions, received, rows: sql`donations ${indexedBy(db, index)}` })
}

/** Few gifts have a collector, so the rest is what they leave of all. */
async function sumByCollector(
  db: Db,
  conditions: DonationConditions,
  received: ReceivedRange | undefined,
): Promise<GroupSum[]> {
  // SQLite walks the index that has the amounts: from the gifts it would read each donation.
  const join = isPostgres(db) ? sql`join` : sql`cross join`
  const collectedBy = sql`offline_gifts on donation_id = donations.id and collected_by <> ''`
  const rows = sql`donations ${indexedBy(db, BY_RECEIVED)} ${join} ${collectedBy}`
  const collected = await sumBy(db, sql`collected_by`, { conditions, received, rows })
  const rest = (await sumReceived(db, conditions, received)).map((all) => {
    const same = collected.filter(({ currency, isInKind }) => currency === all.currency && isInKind === all.isInKind)
    const sumOf = (name: 'count' | 'amount') => same.reduce((sum, group) => sum + group[name], 0)
    return { ...all, count: all.count - sumOf('count'), amount: all.amount - sumOf('amount') }
  })
  return [...collected, ...rest.filter(({ count }) => count > 0)]
}

/** Sums the successful donations that were received in a range, or in all time. Their key is null. */
export function sumReceived(
  db: Db,
  conditions: DonationConditions,
  received: ReceivedRange | undefined,
): Promise<GroupSum[]> {
  return sumBy(db, null, { conditions, received, rows: sql`donations ${indexedBy(db, BY_RECEIVED)}` })
}

/** Each index has the rows in the order of the key, so that nothing is sorted. */
const FIELDS = {
  purpose: { key: sql`purpose_id`, index: 'donations_in_purpose' },
  institution: { key: sql`institution_id`, index: 'donations_in_institution' },
  mode: { key: MODE_KEY, index: 'donations_in_mode' },
}

interface Selection {
  conditions: DonationConditions
  received: ReceivedRange | undefined
  rows: RawBuilder<unknown>
}

async function sumBy(
  db: Db,
  key: RawBuilder<unknown> | null,
  { conditions, received, rows }: Selection,
): Promise<GroupSum[]> {
  const isInKind = sql`${MODE_KEY} = 'in_kind'`
  const sums = sql`count(*) as count, cast(coalesce(sum(amount), 0) as bigint) as amount`
  const keyText = sql`cast(${key ?? sql`null`} as text) as key`
  const successful = sql`${matchesReceived(db, conditions, received)} and ${STATUS_KEY} = 'authorized'`
  const sumKinds = (condition: RawBuilder<unknown>) =>
    sql<GroupSum>`
    select key, currency, "isInKind", ${sums} from (
      select ${keyText}, currency, case when ${isInKind} then 1 else 0 end as "isInKind", amount
      from ${rows} where ${successful} and ${condition}
    ) gifts group by key, currency, "isInKind"`.execute(db)
  if (isPostgres(db)) return (await sumKinds(sql`true`)).rows
  // SQLite would sort all donations by currency, so the few that are not rupees are summed apart.
  const rupees = await sql<GroupSum>`
    select ${keyText}, 'INR' as currency, 0 as "isInKind", ${sums} from ${rows}
    where ${successful} and currency = 'INR' and not ${isInKind} ${key ? sql`group by ${key}` : sql``}`.execute(db)
  const others = await sumKinds(sql`(currency <> 'INR' or ${isInKind})`)
  return [...rupees.rows, ...others.rows].filter(({ count }) => count > 0)
}

/**
 * Sums the successful donations of each quarter of an hour, in which every zone's months begin: the
 * key is its start, as UTC ISO 8601. One statement, for a search: it would run again for each month.
 */
export function sumByQuarterHour(
  db: Db,
  conditions: DonationConditions,
  received: ReceivedRange | undefined,
): Promise<GroupSum[]> {
  const rows = searchesFullText(db, conditions) ? sql`donations` : sql`donations ${indexedBy(db, BY_RECEIVED)}`
  return sumBy(db, QUARTER_HOUR, { conditions, received, rows })
}

const MINUTE = sql`substr(received_at, 15, 2)`
const QUARTER_HOUR = sql`substr(received_at, 1, 14) || case when ${MINUTE} < '15' then '00' when ${MINUTE} < '30' then '15'
  when ${MINUTE} < '45' then '30' else '45' end || ':00.000Z'`

/** The first time at which money of a successful donation was received. */
export async function findFirstReceived(
  db: Db,
  conditions: DonationConditions,
  received: ReceivedRange,
): Promise<string | undefined> {
  const { rows } = await sql<{ received_at: string }>`
    select received_at from donations ${indexedBy(db, BY_RECEIVED)}
    where ${matchesReceived(db, conditions, received)} and ${STATUS_KEY} = 'authorized'
    order by received_at limit 1`.execute(db)
  return rows[0]?.received_at
}
