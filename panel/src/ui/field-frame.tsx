import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './field-frame.module.css'

interface FieldFrameProps {
  /** The control's id; its description and error get `<id>-description` and `<id>-error`. */
  id: string
  label: ReactNode
  description?: ReactNode
  errorMessage?: ReactNode
  children: ReactNode
}

/** What every field has around its control: label, hint, error. */
export function FieldFrame({ id, label, description, errorMessage, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {children}
      {errorMessage && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {errorMessage}
        </p>
      )}
    </div>
  )
}
