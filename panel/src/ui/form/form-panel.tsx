import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Heard, useFaultFocus } from './fault-focus.tsx'
import styles from './form-panel.module.css'

interface FormPanelProps {
  title: ReactNode
  /** Each time that this number changes the form comes into sight again. */
  calls?: number | undefined
  /** The server's own sentence when saving failed. */
  errorMessage?: ReactNode
  /** Why it was not saved: each time that it is another one, the first field that is refused gets focus. */
  refusal?: Error | undefined
  /** Save and cancel; they stay in sight while the form is longer than the window. */
  actions: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/**
 * A form that opens in place above its list. It comes into sight and puts the caret in its first field; give it a `key` per record,
 * so that opening another record does so again. Nothing is checked before `onSubmit` is called.
 */
export function FormPanel({ title, calls = 0, errorMessage, refusal, actions, onSubmit, children }: FormPanelProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const error = useRef<HTMLParagraphElement>(null)

  const lastCall = useRef(-1)

  useEffect(() => {
    if (lastCall.current === calls) return
    lastCall.current = calls
    const first = form.current?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select')
    first?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'start' })
  }, [calls])

  useEffect(() => {
    if (errorMessage) error.current?.scrollIntoView({ block: 'nearest' })
  }, [errorMessage])

  const heard = useFaultFocus(form, refusal)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form ref={form} className={styles.panel} aria-labelledby={id} noValidate onSubmit={submit}>
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
        <Heard sentence={heard} />
      </div>
      <div className={styles.actions}>{actions}</div>
    </form>
  )
}
