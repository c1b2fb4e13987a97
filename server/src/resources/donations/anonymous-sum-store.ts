import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { ANONYMOUS_SORT_KEY } from '@sevadesk/contract/donations/donation-sort.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { indexedBy, SUCCESSFUL } from './donation-search-store.ts'

/** In paise. Neither sum has the donation that is left out. */
export interface AnonymousSums {
  anonymous: number
  all: number
}

/** A cheque or a draft that is entered by hand, until the bank has cleared or returned it. */
const IS_PENDING_CHEQUE = sql`lower(status) = 'pending' and payment_method in (${sql.join(CLEARED_MODES.map((mode) => sql.lit(mode)))})`

/**
 * Sums the successful donations in rupees without a donor, and all of them, in a range of days.
 * Pending cheques without a donor count in both, as after their clearing, which asks for no
 * confirmation.
 */
export async function sumAnonymous(db: Db, { from, to }: DayRange, exceptId: string): Promise<AnonymousSums> {
  const inRange = sql`deleted_at is null and local_day >= ${from} and local_day < ${to}
    and id <> ${exceptId} and currency = ${DEFAULT_CURRENCY}`
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(case when ${condition} then amount end), 0)`
  const { rows } = await sql<AnonymousSums>`
    select cast(cleared + pending as bigint) as anonymous, cast(pending + (
      select ${sumOf(SUCCESSFUL)} from donations ${indexedBy(db, 'donations_by_day')} where ${inRange}
    ) as bigint) as "all"
    from (
      select ${sumOf(SUCCESSFUL)} as cleared, ${sumOf(IS_PENDING_CHEQUE)} as pending
      from donations ${indexedBy(db, 'donations_by_donor')}
      where donor_sort_key = ${ANONYMOUS_SORT_KEY} and donor_id is null and ${inRange}
    ) anonymous`.execute(db)
  return rows[0] ?? { anonymous: 0, all: 0 }
}
