import { useLingui } from '@lingui/react/macro'
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
