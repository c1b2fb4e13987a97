import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useEntryName } from '../../records/entry-name.ts'
import { FieldError } from '../../ui/base/field-frame.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import type { ListEntry } from './list-entry.ts'
import styles from './purpose-mapping-page.module.css'

interface PurposeSelectProps {
  label: string
  /** The option for no purpose. */
  placeholder?: string
  /** The `_id` of a purpose; empty for none. */
  value: string
  purposes: readonly ListEntry[]
  onChange: (purposeId: string) => void
  errorMessage?: string | undefined
}

/** A select of the purposes, the retired ones last. */
export function PurposeSelect({ label, placeholder, value, purposes, onChange, errorMessage }: PurposeSelectProps) {
  const { t } = useLingui()
  const id = useId()
  const entryName = useEntryName()
  const known = purposes.filter(({ _id }) => _id !== '')
  const retired = known.filter(({ isRetired }) => isRetired)
  const option = (entry: ListEntry) => (
    <option key={entry._id} value={entry._id}>
      {entryName(entry)}
    </option>
  )
  return (
    <div className={styles.purpose}>
      <Select
        aria-label={label}
        aria-invalid={errorMessage ? true : undefined}
        aria-describedby={errorMessage ? `${id}-error` : undefined}
        value={known.some(({ _id }) => _id === value) ? value : ''}
        onChange={onChange}
      >
        <option value="">{placeholder ?? t`Choose a purpose`}</option>
        {known.filter(({ isRetired }) => !isRetired).map(option)}
        {retired.length > 0 && (
          <optgroup label={t({ message: 'Retired', context: 'group of purposes' })}>{retired.map(option)}</optgroup>
        )}
      </Select>
      <FieldError id={id}>{errorMessage}</FieldError>
    </div>
  )
}
