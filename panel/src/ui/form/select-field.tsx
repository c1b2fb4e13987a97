import { type ReactNode, useId } from 'react'
import { FieldFrame } from '../base/field-frame.tsx'
import { Select } from './select.tsx'

interface SelectFieldProps {
  label: ReactNode
  name: string
  description?: ReactNode
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  errorMessage?: ReactNode
  isReadOnly?: boolean | undefined
}

/** A select with its label, description and error. */
export function SelectField(props: SelectFieldProps) {
  const { label, description, options, errorMessage, ...select } = props
  const id = useId()
  const describedBy = [description && `${id}-description`, errorMessage && `${id}-error`].filter(Boolean).join(' ')
  return (
    <FieldFrame id={id} label={label} description={description} errorMessage={errorMessage}>
      <Select
        {...select}
        id={id}
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
