import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donation.ts'
import { type StatusFilter, statusLabel } from '@sevadesk/contract/donation-status.ts'
import { PERIODS, type Period } from '@sevadesk/contract/period.ts'
import type { RefObject } from 'react'
import { usePeriodName } from '../../ui/format/period-name.ts'
import { useStatusName } from '../../ui/format/status-badge.tsx'
import { FilterFold } from '../../ui/table/filter-fold.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { PrintedFilters } from '../../ui/table/printed-filters.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { useStatusOptions } from './donation-queries.ts'

interface DonationFiltersProps {
  searchRef: RefObject<HTMLInputElement | null>
  text: string
  onTextChange: (text: string) => void
  period: Period
  onPeriodChange: (period: Period) => void
  status: StatusFilter
  onStatusChange: (status: StatusFilter) => void
}

export function DonationFilters(props: DonationFiltersProps) {
  const { t } = useLingui()
  const { text, period, status } = props
  const periodName = usePeriodName()
  const periods = PERIODS.map((value) => ({ value, label: periodName(value) }))
  const statusName = useStatusName()
  const statuses = useStatusOptions(status).map((value) => ({ value, label: labelOfStatus(value) }))

  /** English as specified; in Hindi the word of the badge. */
  function labelOfStatus(value: StatusFilter): string {
    if (value === 'all') return t({ message: 'All', context: 'every status' })
    if (value === 'authorized') return t`Authorized`
    return statusName(statusLabel(value))
  }

  const labelOf = (options: { value: string; label: string }[], chosen: string) =>
    options.find(({ value }) => value === chosen)?.label ?? chosen
  return (
    <>
      <PrintedFilters
        parts={[
          text !== '' && `${t`Search`}: ${text}`,
          period !== 'all' && `${t`Period`}: ${labelOf(periods, period)}`,
          status !== 'all' && `${t`Status`}: ${labelOf(statuses, status)}`,
        ]}
      />
      <ListTools>
        <SearchField
          label={t`Search by name, e-mail, phone or purpose`}
          value={props.text}
          onChange={props.onTextChange}
          maxLength={SEARCH_MAX_LENGTH}
          ref={props.searchRef}
        />
        <FilterFold count={[period, status].filter((chosen) => chosen !== 'all').length}>
          <FilterSelect label={t`Period`} value={props.period} options={periods} onChange={props.onPeriodChange} />
          <FilterSelect label={t`Status`} value={props.status} options={statuses} onChange={props.onStatusChange} />
        </FilterFold>
      </ListTools>
    </>
  )
}
