import { useLingui } from '@lingui/react/macro'
import { FILTER_FIELDS, type FilterField, NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import { FilterSelect } from '../../../ui/table/filter-select.tsx'
import { type FieldValues, useFieldChoices } from '../groups/donation-group-queries.ts'
import { useFieldLabels, useValueName } from './field-names.ts'

interface FieldFiltersProps {
  fields: FieldValues
  onChange: (field: FilterField, value: string | undefined) => void
}

/** The filters by purpose, institution, mode and collector; only those that have something to offer. */
export function FieldFilters({ fields, onChange }: FieldFiltersProps) {
  const labels = useFieldLabels()
  const optionsOf = useFieldOptions()
  return FILTER_FIELDS.map((field) => {
    const options = optionsOf(field, fields[field])
    return (
      options.length > 0 && (
        <FilterSelect
          key={field}
          label={labels[field]}
          value={fields[field] ?? ''}
          options={options}
          onChange={(value) => onChange(field, value || undefined)}
        />
      )
    )
  })
}

/** Retired entries come last, because old donations have them. */
function useFieldOptions() {
  const { t } = useLingui()
  const choices = useFieldChoices()
  const valueName = useValueName()
  return (field: FilterField, chosen: string | undefined): { value: string; label: string }[] => {
    const known = [...choices[field]].sort((a, b) => Number(a.isRetired) - Number(b.isRetired))
    const values = known.map(({ value }) => value)
    if (values.length === 0 && chosen === undefined) return []
    const isUnknown = chosen !== undefined && chosen !== NO_VALUE && !values.includes(chosen)
    const retired = new Set(known.filter(({ isRetired }) => isRetired).map(({ value }) => value))
    return [
      { value: '', label: t({ message: 'All', context: 'values of a filter' }) },
      ...[...values, ...(isUnknown ? [chosen] : [])].map((value) => {
        const name = valueName(field, value)
        return { value, label: retired.has(value) ? t`${name} (retired)` : name }
      }),
      { value: NO_VALUE, label: valueName(field, NO_VALUE) },
    ]
  }
}
