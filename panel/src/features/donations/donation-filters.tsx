import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donation.ts'
import { DONATION_SORTS, type DonationSort } from '@sevadesk/contract/donation-sort.ts'
import { type StatusFilter, statusLabel } from '@sevadesk/contract/donation-status.ts'
import type { Period } from '@sevadesk/contract/period.ts'
import type { RefObject } from 'react'
import { usePeriodName } from '../../ui/format/period-name.ts'
import { useSortName } from '../../ui/format/sort-name.ts'
import { useStatusName } from '../../ui/format/status-badge.tsx'
import { FilterFold } from '../../ui/table/filter-fold.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { PrintedFilters } from '../../ui/table/printed-filters.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { useHasRanges, useStatusOptions } from './donation-queries.ts'
import { PeriodSelect, useDaysName } from './period-select.tsx'
import type { Days } from './use-donation-address.ts'

interface DonationFiltersProps {
  searchRef: RefObject<HTMLInputElement | null>
  text: string
  onTextChange: (text: string) => void
  period: Period
  days: Days | undefined
  onPeriodChange: (period: Period) => void
  onDaysChange: (days: Days) => void
  status: StatusFilter
  onStatusChange: (status: StatusFilter) => void
  sort: DonationSort
  onSortChange: (sort: DonationSort) => void
}

export function DonationFilters(props: DonationFiltersProps) {
  const { t } = useLingui()
  const { text, period, days, status, sort } = props
  const hasRanges = useHasRanges()
  const periodName = usePeriodName()
  const daysName = useDaysName()
  const sortName = useSortName()
  const sorts = DONATION_SORTS.map((value) => ({ value, label: sortName(value) }))
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
          days !== undefined && `${t`Period`}: ${daysName(days)}`,
          period !== 'all' && `${t`Period`}: ${periodName(period)}`,
          status !== 'all' && `${t`Status`}: ${labelOf(statuses, status)}`,
          sort !== 'latest' && `${t`Sort`}: ${sortName(sort)}`,
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
        <FilterFold count={[days ? 'days' : period, status].filter((chosen) => chosen !== 'all').length}>
          <PeriodSelect
            period={period}
            days={days}
            onPeriodChange={props.onPeriodChange}
            onDaysChange={props.onDaysChange}
          />
          <FilterSelect label={t`Status`} value={props.status} options={statuses} onChange={props.onStatusChange} />
          {hasRanges && (
            <FilterSelect isForCards label={t`Sort`} value={sort} options={sorts} onChange={props.onSortChange} />
          )}
        </FilterFold>
      </ListTools>
    </>
  )
}
