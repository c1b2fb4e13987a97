import { useLingui } from '@lingui/react/macro'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import type { Period } from '@sevadesk/contract/donations/period.ts'

export function usePeriodName(): (period: Period) => string {
  const { t } = useLingui()
  const names: Record<Period, string> = {
    all: t`All Time`,
    today: t`Today`,
    week: t`This Week`,
    month: t`This Month`,
    year: t`This Year`,
    'last-month': t`Last Month`,
    quarter: t`This Quarter`,
    'last-quarter': t`Last Quarter`,
    'financial-year': t`This Financial Year`,
    'last-financial-year': t`Last Financial Year`,
  }
  return (period) => names[period]
}

/** Names an order of donations. */
export function useSortName(): (sort: DonationSort) => string {
  const { t } = useLingui()
  const names: Record<DonationSort, string> = {
    latest: t`Latest`,
    oldest: t`Oldest`,
    'amount-high': t`Highest amount`,
    'amount-low': t`Lowest amount`,
    'donor-a-z': t`Donor, A to Z`,
    'donor-z-a': t`Donor, Z to A`,
    'success-first': t`Successful first`,
    'success-last': t`Successful last`,
  }
  return (sort) => names[sort]
}
