import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { FILTER_FIELDS, type FilterField, GROUPINGS } from '@sevadesk/contract/donations/donation-groups.ts'
import { DONATION_SORTS, type DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { type StatusFilter, statusLabel } from '@sevadesk/contract/donations/donation-status.ts'
import type { Period } from '@sevadesk/contract/donations/period.ts'
import type { RefObject } from 'react'
import { usePeriodName } from '../../../records/period-name.ts'
import { useSortName } from '../../../records/sort-name.ts'
import { useStatusName } from '../../../records/status-badge.tsx'
import { useIsExtended } from '../../../session/use-is-extended.ts'
import { FilterFold } from '../../../ui/table/filter-fold.tsx'
import { FilterSelect } from '../../../ui/table/filter-select.tsx'
import { ListTools } from '../../../ui/table/list-tools.tsx'
import { PrintedFilters } from '../../../ui/table/printed-filters.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import type { FieldValues } from '../groups/donation-group-queries.ts'
import { useStatusOptions } from '../list/donation-queries.ts'
import { FieldFilters } from './field-filters.tsx'
import { useFieldLabels, useValueName } from './field-names.ts'
import { PeriodSelect, useDaysName } from './period-select.tsx'
import type { DayOf, Days, DonationView } from './use-donation-address.ts'

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
  fields: FieldValues
  onFieldChange: (field: FilterField, value: string | undefined) => void
  dayOf: DayOf
  onDayOfChange: (dayOf: DayOf) => void
  view: DonationView
  onViewChange: (view: DonationView) => void
}

export function DonationFilters(props: DonationFiltersProps) {
  const { t } = useLingui()
  const { text, period, days, status, sort, fields, dayOf, view } = props
  const isExtended = useIsExtended()
  const fieldLabels = useFieldLabels()
  const valueName = useValueName()
  const views = [
    { value: 'list' as const, label: t({ message: 'No groups', context: 'the list of donations' }) },
    ...GROUPINGS.map((value) => ({ value, label: fieldLabels[value] })),
  ]
  const daysOf = [
    { value: 'creation' as const, label: t`Order or entry` },
    { value: 'receipt' as const, label: t`Receipt of the money` },
  ]
  // Groups always count by the day of receipt.
  const hasDayOf = isExtended && view === 'list' && (days !== undefined || period !== 'all')
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
          hasDayOf && dayOf !== 'creation' && `${t`Day of`}: ${labelOf(daysOf, dayOf)}`,
          status !== 'all' && `${t`Status`}: ${labelOf(statuses, status)}`,
          ...FILTER_FIELDS.map((field) => {
            const value = fields[field]
            return value !== undefined && `${fieldLabels[field]}: ${valueName(field, value)}`
          }),
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
        <FilterFold
          count={
            [days ? 'days' : period, status].filter((chosen) => chosen !== 'all').length +
            Object.keys(fields).length +
            Number(hasDayOf && dayOf !== 'creation') +
            Number(view !== 'list')
          }
        >
          <PeriodSelect
            period={period}
            days={days}
            onPeriodChange={props.onPeriodChange}
            onDaysChange={props.onDaysChange}
          />
          {hasDayOf && <FilterSelect label={t`Day of`} value={dayOf} options={daysOf} onChange={props.onDayOfChange} />}
          <FilterSelect label={t`Status`} value={props.status} options={statuses} onChange={props.onStatusChange} />
          {isExtended && <FieldFilters fields={fields} onChange={props.onFieldChange} />}
          {isExtended && (
            <FilterSelect label={t`Group by`} value={view} options={views} onChange={props.onViewChange} />
          )}
          {isExtended && view === 'list' && (
            <FilterSelect isForCards label={t`Sort`} value={sort} options={sorts} onChange={props.onSortChange} />
          )}
        </FilterFold>
      </ListTools>
    </>
  )
}
