import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import CircleAlert from '~icons/lucide/circle-alert'
import { Button } from '../base/button.tsx'
import { Announcement, useFocusFirstError } from './first-error.tsx'
import styles from './form-panel.module.css'

interface FormPanelProps {
  /** From `useForm`. */
  form: { isSaving: boolean; rejection: object | undefined; save: () => void }
  title: ReactNode
  /** Each new number moves focus to the first field and scrolls to the form. */
  focusRequest: number
  errorMessage?: ReactNode
  /** Shown before the buttons. */
  status?: ReactNode
  saveButton?: Ref<HTMLButtonElement>
  children: ReactNode
}

/**
 * A form above its list. The toggle in the page's header closes it. Give it a `key` per record, so
 * that focus moves to the form when the record changes.
 */
export function FormPanel(props: FormPanelProps) {
  const { form, title, focusRequest, errorMessage, status, saveButton, children } = props
  const { t } = useLingui()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const error = useRef<HTMLParagraphElement>(null)
  const lastRequest = useRef(-1)

  useEffect(() => {
    if (lastRequest.current === focusRequest) return
    lastRequest.current = focusRequest
    const first = element.current?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select')
    first?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'start' })
  }, [focusRequest])

  useEffect(() => {
    if (errorMessage) error.current?.scrollIntoView({ block: 'nearest' })
  }, [errorMessage])

  const announced = useFocusFirstError(element, form.rejection)

  function submit(event: FormEvent) {
    event.preventDefault()
    form.save()
  }

  return (
    <form ref={element} className={styles.panel} aria-labelledby={id} noValidate onSubmit={submit}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
      <div role="alert">
        {errorMessage && (
          <p ref={error} className={styles.error}>
            <CircleAlert aria-hidden="true" />
            <span>{errorMessage}</span>
          </p>
        )}
        <Announcement error={announced} />
      </div>
      <div className={styles.actions}>
        {status}
        <Button ref={saveButton} type="submit" variant="primary" isPending={form.isSaving}>
          {t`Save`}
        </Button>
        <VisuallyHidden role="status">{form.isSaving && !status && t`Saving...`}</VisuallyHidden>
      </div>
    </form>
  )
}
