import type { ReactNode } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import styles from './field-frame.module.css'

/** A hint that appears while the user types. */
export interface FieldNote {
  text: ReactNode
  isShown: boolean
}

interface FieldFrameProps {
  /**
   * The control's id, and the prefix of `<id>-label`, `<id>-label-note`, `<id>-description`,
   * `<id>-note` and `<id>-error`.
   */
  id: string
  label: ReactNode
  labelNote?: ReactNode
  description?: ReactNode
  errorMessage?: ReactNode
  /** Its space is reserved, so that nothing moves. Screen readers announce it when it appears. */
  note?: FieldNote | undefined
  children: ReactNode
}

/** The label, description, note and error of a control. */
export function FieldFrame({ id, label, labelNote, description, errorMessage, note, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label id={`${id}-label`} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {labelNote && (
          <span id={`${id}-label-note`} className={styles.description}>
            {labelNote}
          </span>
        )}
      </div>
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
      <FieldError id={id}>{errorMessage}</FieldError>
    </div>
  )
}

/** The error of the control or group with this `id`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={`${id}-error`} className={styles.error}>
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  )
}
