import { type ComponentProps, type ReactNode, useId } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import { FieldFrame } from '../base/field-frame.tsx'
import styles from './select-field.module.css'

interface SelectFieldProps<Value extends string> {
  label: ReactNode
  /** As in the draft and in a refusal of the server. */
  name?: string
  description?: ReactNode
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  errorMessage?: ReactNode
  readOnly?: boolean | undefined
}

/** A native select with its label, description and error. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, description, value, options, onChange, errorMessage, readOnly } = props
  const id = useId()
  const describedBy = [description && `${id}-description`, errorMessage && `${id}-error`].filter(Boolean).join(' ')

  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }

  return (
    <FieldFrame id={id} label={label} description={description} errorMessage={errorMessage}>
      <Select
        id={id}
        {...(name !== undefined && { name })}
        value={value}
        onChange={choose}
        isReadOnly={readOnly}
        aria-invalid={errorMessage ? true : undefined}
        aria-describedby={describedBy || undefined}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}

interface SelectProps
  extends Omit<ComponentProps<'select'>, 'className' | 'style' | 'onChange' | 'disabled' | 'multiple'> {
  value: string
  onChange: (value: string) => void
  /** Set while saving, instead of `disabled`: a disabled field loses focus. */
  isReadOnly?: boolean | undefined
}

/** A native select as wide as its place. Its options are children. */
export function Select({ onChange, isReadOnly, children, ...native }: SelectProps) {
  return (
    <span className={styles.box}>
      <select
        {...native}
        className={styles.select}
        aria-disabled={isReadOnly || undefined}
        onChange={(event) => !isReadOnly && onChange(event.target.value)}
      >
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}
