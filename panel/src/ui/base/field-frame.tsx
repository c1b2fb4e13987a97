import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './field-frame.module.css'

/** What a field comes to say while somebody types in it. */
export interface FieldNote {
  text: ReactNode
  isShown: boolean
}

interface FieldFrameProps {
  /** The control's id; its description, note and error get `<id>-description`, `<id>-note` and `<id>-error`. */
  id: string
  label: ReactNode
  description?: ReactNode
  errorMessage?: ReactNode
  /** It has its room from the start, so that nothing moves, and is told when it is shown. */
  note?: FieldNote | undefined
  children: ReactNode
}

/** What every field has around its control: label, hint, note, error. */
export function FieldFrame({ id, label, description, errorMessage, note, children }: FieldFrameProps) {
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
      {note && (
        <div className={styles.note}>
          <p className={styles.room} aria-hidden="true">
            {note.text}
          </p>
          <p id={`${id}-note`} role="status">
            {note.isShown && note.text}
          </p>
        </div>
      )}
      {errorMessage && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {errorMessage}
        </p>
      )}
    </div>
  )
}
