import { useLingui } from '@lingui/react/macro'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'

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
