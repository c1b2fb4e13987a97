import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donation.ts'
import type { StatusFilter } from '@sevadesk/contract/donation-status.ts'
import type { Period } from '@sevadesk/contract/period.ts'
import type { RefObject } from 'react'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { PrintedFilters } from '../../ui/table/printed-filters.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import styles from './donation-filters.module.css'

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
  const periods: { value: Period; label: string }[] = [
    { value: 'all', label: t`All Time` },
    { value: 'today', label: t`Today` },
    { value: 'week', label: t`This Week` },
    { value: 'month', label: t`This Month` },
    { value: 'year', label: t`This Year` },
  ]
  const statuses: { value: StatusFilter; label: string }[] = [
    { value: 'all', label: t({ message: 'All', context: 'every status' }) },
    { value: 'authorized', label: t`Authorized` },
    { value: 'pending', label: t({ message: 'Pending', context: 'status of a donation' }) },
    { value: 'failed', label: t({ message: 'Failed', context: 'status of a donation' }) },
  ]
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
        <div className={styles.choices}>
          <FilterSelect label={t`Period`} value={props.period} options={periods} onChange={props.onPeriodChange} />
          <FilterSelect label={t`Status`} value={props.status} options={statuses} onChange={props.onStatusChange} />
        </div>
      </ListTools>
    </>
  )
}
