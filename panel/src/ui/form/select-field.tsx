import { type ReactNode, useId } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import { FieldFrame } from '../base/field-frame.tsx'
import styles from './select-field.module.css'

interface SelectFieldProps<Value extends string> {
  label: ReactNode
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  errorMessage?: ReactNode
  /** Set while saving, instead of `disabled`: a disabled field loses focus. */
  isReadOnly: boolean
}

/** A native select in a form, with its label above. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, errorMessage, isReadOnly } = props
  const id = useId()

  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option && !isReadOnly) onChange(option.value)
  }

  return (
    <FieldFrame id={id} label={label} errorMessage={errorMessage}>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value}
          aria-disabled={isReadOnly || undefined}
          aria-invalid={errorMessage ? true : undefined}
          aria-describedby={errorMessage ? `${id}-error` : undefined}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
    </FieldFrame>
  )
}
