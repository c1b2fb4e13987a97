import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { SUCCESSFUL_STATUSES } from '@sevadesk/contract/donations/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { hasNoName, indexOf } from '../sorting/donation-sort-store.ts'

/** In paise. Neither sum has the donation that is left out. */
export interface AnonymousSums {
  anonymous: number
  all: number
}

/** A cheque or a draft that is entered by hand, until the bank has cleared or returned it. */
const IS_PENDING_CHEQUE = sql`lower(status) = 'pending' and payment_method in (${sql.join(CLEARED_MODES.map((mode) => sql.lit(mode)))})`
const IS_SUCCESSFUL = sql`lower(status) in (${sql.join(SUCCESSFUL_STATUSES.map((status) => sql.lit(status)))})`

/**
 * Sums the successful donations in rupees without a donor, and all of them, in whole months.
 * Pending cheques without a donor count in both, as after their clearing, which asks for no
 * confirmation. Reads the sum of all from the totals, and the anonymous ones from the index by
 * donor.
 */
export async function sumAnonymous(db: Db, { from, to }: DayRange, exceptId: string): Promise<AnonymousSums> {
  const inRange = sql`local_day >= ${from} and local_day < ${to} and deleted_at is null
    and currency = ${DEFAULT_CURRENCY}`
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(case when ${condition} then amount end), 0)`
  const { rows } = await sql<AnonymousSums>`
    select
      cast(cleared + pending as bigint) as anonymous,
      cast(pending + (
        select coalesce(sum(amount), 0) from donation_totals
        where unit = 'month' and period >= ${from.slice(0, 7)} and period < ${to.slice(0, 7)}
          and currency = ${DEFAULT_CURRENCY} and ${IS_SUCCESSFUL}
      ) - (
        select coalesce(sum(amount), 0) from donations where id = ${exceptId} and ${inRange} and ${IS_SUCCESSFUL}
      ) as bigint) as "all"
    from (
      select ${sumOf(IS_SUCCESSFUL)} as cleared, ${sumOf(IS_PENDING_CHEQUE)} as pending
      from donations ${indexOf(db, 'donor-a-z')}
      where ${hasNoName(db)} and donor_id is null and id <> ${exceptId} and ${inRange}
    ) anonymous`.execute(db)
  return rows[0] ?? { anonymous: 0, all: 0 }
}
