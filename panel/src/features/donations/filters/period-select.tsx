import { useLingui } from '@lingui/react/macro'
import { PERIODS, type Period, SPECIFIED_PERIODS } from '@sevadesk/contract/donations/period.ts'
import { useState } from 'react'
import { usePeriodName } from '../../../records/period-name.ts'
import { useIsExtended } from '../../../session/use-is-extended.ts'
import { formatDay } from '../../../ui/format/date-time.tsx'
import { FilterSelect } from '../../../ui/table/filter-select.tsx'
import { ChooseDates } from './choose-dates.tsx'
import type { Days } from './use-donation-address.ts'

interface PeriodSelectProps {
  period: Period
  days: Days | undefined
  onPeriodChange: (period: Period) => void
  onDaysChange: (days: Days) => void
}

/** The period filter. Our server also takes any days, which a dialog asks for. */
export function PeriodSelect({ period, days, onPeriodChange, onDaysChange }: PeriodSelectProps) {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  const periodName = usePeriodName()
  const daysName = useDaysName()
  const [isChoosing, setChoosing] = useState(false)
  const periods: readonly Period[] = isExtended ? PERIODS : SPECIFIED_PERIODS
  const options: { value: Period | 'days' | 'choose'; label: string }[] = [
    ...periods.map((value) => ({ value, label: periodName(value) })),
    ...(days ? [{ value: 'days' as const, label: daysName(days) }] : []),
    ...(isExtended ? [{ value: 'choose' as const, label: t`Choose dates…` }] : []),
  ]

  function change(chosen: Period | 'days' | 'choose') {
    if (chosen === 'choose') setChoosing(true)
    else if (chosen !== 'days') onPeriodChange(chosen)
  }

  return (
    <>
      <FilterSelect label={t`Period`} value={days ? 'days' : period} options={options} onChange={change} />
      {isChoosing && (
        <ChooseDates
          days={days}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false)
            onDaysChange(chosen)
          }}
        />
      )}
    </>
  )
}

/** "01 Apr 2026 – 30 Jun 2026" */
export function useDaysName(): (days: Days) => string {
  const { i18n } = useLingui()
  return ({ from, to }) => [from, to].map((day) => formatDay(day, i18n.locale)).join(' – ')
}
