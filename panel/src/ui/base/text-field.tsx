import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { FieldFrame, type FieldNote } from './field-frame.tsx'
import styles from './text-field.module.css'

type Native = Pick<
  ComponentProps<'input'>,
  | 'name'
  | 'defaultValue'
  | 'autoComplete'
  | 'autoFocus'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'readOnly'
  | 'disabled'
  | 'enterKeyHint'
>

export interface TextFieldProps extends Native {
  label: ReactNode
  /** Beside the label, such as "(optional)". Read as part of the description. */
  labelNote?: ReactNode
  /** Undefined: the browser keeps the value, and the form reads it. */
  value: string | undefined
  onChange?: (value: string) => void
  type?: 'text' | 'email' | 'tel' | 'search' | 'url' | 'password' | 'time' | undefined
  isRequired?: boolean | undefined
  /** A textarea that grows with its text where the browser supports it. */
  multiline?: boolean | undefined
  description?: ReactNode
  errorMessage?: ReactNode
  note?: FieldNote | undefined
  /** Ref of the input; ignored if `multiline`. */
  ref?: Ref<HTMLInputElement> | undefined
  /** Before the input, such as an icon. */
  leading?: ReactNode
  /** After the input, such as a button. */
  trailing?: ReactNode
}

/** A native input or textarea with its label, description and error. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    labelNote,
    value,
    onChange,
    type = 'text',
    isRequired,
    multiline,
    description,
    errorMessage,
    note,
    ref,
    leading,
    trailing,
    ...native
  } = props
  const id = useId()
  const describedBy = [
    labelNote && `${id}-label-note`,
    description && `${id}-description`,
    note?.isShown && `${id}-note`,
    errorMessage && `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ')
  const shared = {
    ...native,
    id,
    value,
    required: isRequired,
    className: styles.input,
    'aria-invalid': errorMessage ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
  }

  return (
    <FieldFrame
      id={id}
      label={label}
      labelNote={labelNote}
      description={description}
      errorMessage={errorMessage}
      note={note}
    >
      <div
        className={styles.box}
        data-invalid={errorMessage ? true : undefined}
        data-read-only={native.readOnly || undefined}
      >
        {leading}
        {multiline ? (
          <textarea {...shared} rows={3} onChange={(event) => onChange?.(event.target.value)} />
        ) : (
          <input {...shared} ref={ref} type={type} onChange={(event) => onChange?.(event.target.value)} />
        )}
        {trailing}
      </div>
    </FieldFrame>
  )
}
