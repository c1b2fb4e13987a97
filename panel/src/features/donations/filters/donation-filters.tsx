import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { FILTER_FIELDS, type FilterField, NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import { DONATION_SORTS, type DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { type StatusFilter, statusLabel } from '@sevadesk/contract/donations/donation-status.ts'
import { faultOfDays, isDay, PERIODS, type Period, SPECIFIED_PERIODS } from '@sevadesk/contract/donations/period.ts'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { usePeriodName, useSortName } from '../../../records/filter-names.ts'
import { useStatusName } from '../../../records/status-badge.tsx'
import { useIsExtended } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { DayInput } from '../../../ui/dates/date-input.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Announcement, useFocusFirstError } from '../../../ui/form/first-error.tsx'
import { formatDay } from '../../../ui/format/date-time.tsx'
import { FilterSelect } from '../../../ui/table/filter-select.tsx'
import { type FilterChip, FilterChips, FilterFold, ListTools, PrintedFilters } from '../../../ui/table/list-tools.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import { type FieldValues, useFieldChoices, useFieldChoicesQuery } from '../groups/donation-group-queries.ts'
import { useStatusOptions } from '../list/donation-queries.ts'
import styles from './donation-filters.module.css'
import { useFieldLabels, useValueName } from './field-names.ts'
import type { DayOf, Days } from './use-donation-address.ts'

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
  /** Groups always count by the day of receipt. */
  isGrouped: boolean
  /** Below the further filters of the list. */
  columnChoice: ReactNode
}

export function DonationFilters(props: DonationFiltersProps) {
  const { t } = useLingui()
  const { text, period, days, status, sort, fields, dayOf, isGrouped } = props
  const isExtended = useIsExtended()
  const fieldLabels = useFieldLabels()
  const valueName = useValueName()
  const daysOf = [
    { value: 'creation' as const, label: t`Order or entry` },
    { value: 'receipt' as const, label: t`Receipt of the money` },
  ]
  const hasDayOf = isExtended && !isGrouped && (days !== undefined || period !== 'all')
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
  const chips: readonly (FilterChip | false)[] = [
    days !== undefined && { text: `${t`Period`}: ${daysName(days)}`, onRemove: () => props.onPeriodChange('all') },
    period !== 'all' && { text: `${t`Period`}: ${periodName(period)}`, onRemove: () => props.onPeriodChange('all') },
    hasDayOf &&
      dayOf !== 'creation' && {
        text: `${t`Day of`}: ${labelOf(daysOf, dayOf)}`,
        onRemove: () => props.onDayOfChange('creation'),
      },
    status !== 'all' && {
      text: `${t`Status`}: ${labelOf(statuses, status)}`,
      onRemove: () => props.onStatusChange('all'),
    },
    ...FILTER_FIELDS.map((field) => {
      const value = fields[field]
      return (
        value !== undefined && {
          text: `${fieldLabels[field]}: ${valueName(field, value)}`,
          onRemove: () => props.onFieldChange(field, undefined),
        }
      )
    }),
  ]
  const set = chips.filter((chip) => chip !== false)
  return (
    <>
      <PrintedFilters
        parts={[
          text !== '' && `${t`Search`}: ${text}`,
          ...set.map((chip) => chip.text),
          sort !== 'latest' && `${t`Sort`}: ${sortName(sort)}`,
        ]}
      />
      <ListTools isCompact>
        <SearchField
          label={t`Search by name, e-mail, phone or purpose`}
          placeholder={t`Name, e-mail, phone or purpose`}
          value={props.text}
          onChange={props.onTextChange}
          maxLength={SEARCH_MAX_LENGTH}
          ref={props.searchRef}
        />
        <FilterFold
          count={set.length}
          more={
            isExtended && (
              <>
                {hasDayOf && (
                  <FilterSelect label={t`Day of`} value={dayOf} options={daysOf} onChange={props.onDayOfChange} />
                )}
                <FieldFilters fields={fields} onChange={props.onFieldChange} />
                {!isGrouped && (
                  <FilterSelect isForCards label={t`Sort`} value={sort} options={sorts} onChange={props.onSortChange} />
                )}
                {!isGrouped && props.columnChoice}
              </>
            )
          }
        >
          <PeriodSelect
            period={period}
            days={days}
            onPeriodChange={props.onPeriodChange}
            onDaysChange={props.onDaysChange}
          />
          <FilterSelect label={t`Status`} value={props.status} options={statuses} onChange={props.onStatusChange} />
        </FilterFold>
      </ListTools>
      <FilterChips chips={set} />
    </>
  )
}

interface FieldFiltersProps {
  fields: FieldValues
  onChange: (field: FilterField, value: string | undefined) => void
}

/** The filters by purpose, institution, mode and collector; only those that have something to offer. */
function FieldFilters({ fields, onChange }: FieldFiltersProps) {
  const labels = useFieldLabels()
  const optionsOf = useFieldOptions()
  return FILTER_FIELDS.map((field) => {
    const options = optionsOf(field, fields[field])
    return (
      options.length > 0 && (
        <FilterSelect
          key={field}
          isWide
          label={labels[field]}
          value={fields[field] ?? ''}
          options={options}
          onChange={(value) => onChange(field, value || undefined)}
        />
      )
    )
  })
}

/** Until they load, a filter shows only All, which keeps its place. Retired entries come last. */
function useFieldOptions() {
  const { t } = useLingui()
  const choices = useFieldChoices()
  const { isPending } = useFieldChoicesQuery()
  const valueName = useValueName()
  return (field: FilterField, chosen: string | undefined): { value: string; label: string }[] => {
    const known = [...choices[field]].sort((a, b) => Number(a.isRetired) - Number(b.isRetired))
    const values = known.map(({ value }) => value)
    const all = { value: '', label: t({ message: 'All', context: 'values of a filter' }) }
    if (values.length === 0 && chosen === undefined) return isPending ? [all] : []
    const isUnknown = chosen !== undefined && chosen !== NO_VALUE && !values.includes(chosen)
    const retired = new Set(known.filter(({ isRetired }) => isRetired).map(({ value }) => value))
    return [
      all,
      ...[...values, ...(isUnknown ? [chosen] : [])].map((value) => {
        const name = valueName(field, value)
        return { value, label: retired.has(value) ? t`${name} (retired)` : name }
      }),
      { value: NO_VALUE, label: valueName(field, NO_VALUE) },
    ]
  }
}

interface PeriodSelectProps {
  period: Period
  days: Days | undefined
  onPeriodChange: (period: Period) => void
  onDaysChange: (days: Days) => void
}

/** The period filter. Our server also takes any days, which a dialog asks for. */
function PeriodSelect({ period, days, onPeriodChange, onDaysChange }: PeriodSelectProps) {
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
function useDaysName(): (days: Days) => string {
  const { i18n } = useLingui()
  return ({ from, to }) => [from, to].map((day) => formatDay(day, i18n.locale)).join(' – ')
}

interface ChooseDatesProps {
  days: Days | undefined
  onChoose: (days: Days) => void
  onClose: () => void
}

/** A dialog for the first and the last day of the list. */
function ChooseDates({ days, onChoose, onClose }: ChooseDatesProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(days ?? { from: '', to: '' })
  const [rejection, setRejection] = useState<object>()
  const form = useRef<HTMLFormElement>(null)
  const announced = useFocusFirstError(form, rejection)
  const fault = faultOfDays(chosen.from, chosen.to)
  const missing = (day: string) => (rejection && !isDay(day) ? t`Enter a date.` : undefined)
  const wrongOrder = rejection && fault === 'order' ? t`This date is before the first one.` : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (fault) setRejection({})
    else onChoose(chosen)
  }

  return (
    <Dialog isOpen isDismissable title={t`Choose dates`} onClose={onClose} focusField="from">
      <form ref={form} noValidate className={styles.form} onSubmit={submit}>
        <DayInput
          name="from"
          label={t`From date`}
          value={chosen.from}
          onChange={(from) => setChosen({ ...chosen, from })}
          errorMessage={missing(chosen.from)}
        />
        <DayInput
          name="to"
          label={t`To date`}
          value={chosen.to}
          onChange={(to) => setChosen({ ...chosen, to })}
          errorMessage={missing(chosen.to) ?? wrongOrder}
        />
        <div role="alert">
          <Announcement error={announced} />
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary">
            {t`Show donations`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
