import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from '../base/field-frame.tsx'
import styles from './choice.module.css'

interface ChoiceProps extends Pick<ComponentProps<'input'>, 'name' | 'role' | 'checked' | 'disabled'> {
  type: 'checkbox' | 'radio'
  label: ReactNode
  /** What the choice does, or why it is disabled. */
  note?: ReactNode
  /** Set while saving, instead of `disabled`: a disabled input loses focus. */
  isReadOnly?: boolean
  onChange: (isChosen: boolean) => void
}

/** A native checkbox or radio button; its whole label is clickable. */
export function Choice({ label, note, isReadOnly, onChange, ...native }: ChoiceProps) {
  const id = useId()
  return (
    <label className={styles.choice} data-disabled={native.disabled || isReadOnly || undefined}>
      <input
        {...native}
        aria-disabled={isReadOnly || undefined}
        className={styles.box}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.words}>
        <span id={`${id}-label`}>{label}</span>
        {note && (
          <span id={`${id}-note`} className={styles.note}>
            {note}
          </span>
        )}
      </span>
    </label>
  )
}

interface ChoicesProps {
  legend: ReactNode
  description?: ReactNode
  errorMessage?: ReactNode
  /** Set while saving, instead of `disabled`: disabled inputs lose focus. */
  isReadOnly: boolean
  children: ReactNode
}

/** A group of choices with its legend and error. */
export function Choices({ legend, description, errorMessage, isReadOnly, children }: ChoicesProps) {
  const id = useId()
  const describedBy = [description && `${id}-description`, errorMessage && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={styles.group}
      data-invalid={errorMessage ? true : undefined}
      data-read-only={isReadOnly || undefined}
      aria-disabled={isReadOnly || undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {children}
      <FieldError id={id}>{errorMessage}</FieldError>
    </fieldset>
  )
}
