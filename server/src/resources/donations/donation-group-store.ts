import type { Grouping } from '@sevadesk/contract/donations/donation-groups.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { collectedRows, indexedBy, matches, rowsOf, type Selection, SUCCESSFUL } from './donation-search-store.ts'

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

const BY_RECEIVED = 'donations_by_received'
const MINUTE = sql`substr(received_at, 15, 2)`
const KEYS: Readonly<Record<Exclude<Grouping, 'month'> | 'quarterHour', RawBuilder<unknown>>> = {
  purpose: sql`purpose_id`,
  institution: sql`institution_id`,
  mode: sql`mode_key`,
  collector: sql`(select collected_by from offline_gifts where donation_id = donations.id)`,
  // In every zone, a month begins at the start of a quarter of an hour.
  quarterHour: sql`substr(received_at, 1, 14) || case when ${MINUTE} < '15' then '00' when ${MINUTE} < '30' then '15'
    when ${MINUTE} < '45' then '30' else '45' end || ':00.000Z'`,
}

/** Sums the successful donations of each value of the field `by`; without `by`, of all. */
export function sumGroups(db: Db, selection: Selection, by?: keyof typeof KEYS): Promise<GroupSum[]> {
  return sumRows(db, rowsOf(db, selection, BY_RECEIVED), by && KEYS[by])
}

/** Sums the successful donations of each collector. */
export function sumCollected(db: Db, selection: Selection): Promise<GroupSum[]> {
  return sumRows(db, collectedRows(db, selection), sql`collected_by`)
}

/** The successful donations of the selection that lost a dispute, by the day on which they lost it. */
export function lostRows(db: Db, selection: Selection): RawBuilder<unknown> {
  const byLoss = matches({ ...selection, range: { ...selection.range, column: 'lost_at' } })
  return sql`donations ${indexedBy(db, 'donations_by_lost')}
    where lost_at is not null and ${byLoss} and ${SUCCESSFUL}`
}

/** Lists what lost disputes took back, as negative sums of no gift. Months have a time as key. */
export async function listLosses(db: Db, selection: Selection, by: Grouping): Promise<GroupSum[]> {
  const { rows } = await sql<GroupSum>`
    select ${by === 'month' ? sql`lost_at` : KEYS[by]} as key, currency, 0 as "isInKind", 0 as count,
      0 - lost_amount as amount
    from ${lostRows(db, selection)}`.execute(db)
  return rows
}

async function sumRows(db: Db, from: RawBuilder<unknown>, key = sql`null`): Promise<GroupSum[]> {
  const { rows } = await sql<GroupSum>`
    select key, currency, "isInKind", count(*) as count, cast(sum(amount) as bigint) as amount from (
      select ${key} as key, currency,
        case when mode_key = 'in_kind' then 1 else 0 end as "isInKind", amount
      from ${from} and ${SUCCESSFUL}
    ) gifts group by key, currency, "isInKind"`.execute(db)
  return rows
}

/** The first time at which money of a successful donation was received. */
export async function findFirstReceived(db: Db, selection: Selection): Promise<string | undefined> {
  const { rows } = await sql<{ received_at: string }>`
    select received_at from donations ${indexedBy(db, BY_RECEIVED)}
    where ${matches(selection)} and ${SUCCESSFUL} order by received_at limit 1`.execute(db)
  return rows[0]?.received_at
}

/** More modes and collectors are not offered. Purposes and institutions have lists of their own. */
const MAX_CHOICES = 1000

/** The modes of donations that are not deleted. */
export async function listModes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ mode_key: string }>`
    select distinct mode_key from donations ${indexedBy(db, BY_RECEIVED)}
    where deleted_at is null and mode_key > '' order by mode_key limit ${sql.lit(MAX_CHOICES)}`.execute(db)
  return rows.map(({ mode_key }) => mode_key)
}

export async function listCollectors(db: Db): Promise<string[]> {
  const collectors = db.selectFrom('offline_gifts').select('collected_by').distinct().where('collected_by', '>', '')
  return (await collectors.orderBy('collected_by').limit(MAX_CHOICES).execute()).map(({ collected_by }) => collected_by)
}
