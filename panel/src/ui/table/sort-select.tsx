import { useLingui } from '@lingui/react/macro'
import { FilterSelect } from './filter-select.tsx'

/** By `createdAt` (specification, section 9). */
export type SortOrder = 'latest' | 'oldest'

interface SortSelectProps {
  value: SortOrder
  onChange: (value: SortOrder) => void
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  const { t } = useLingui()
  const options = [
    { value: 'latest', label: t`Latest` },
    { value: 'oldest', label: t`Oldest` },
  ] as const
  return <FilterSelect label={t`Sort`} value={value} options={options} onChange={onChange} />
}
