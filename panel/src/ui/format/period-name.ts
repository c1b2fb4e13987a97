import { useLingui } from '@lingui/react/macro'
import type { Period } from '@sevadesk/contract/period.ts'

export function usePeriodName(): (period: Period) => string {
  const { t } = useLingui()
  const names: Record<Period, string> = {
    all: t`All Time`,
    today: t`Today`,
    week: t`This Week`,
    month: t`This Month`,
    year: t`This Year`,
  }
  return (period) => names[period]
}
