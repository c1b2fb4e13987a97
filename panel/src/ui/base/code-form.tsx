import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './code-form.module.css'
import { TextField } from './text-field.tsx'

interface CodeFormProps {
  isPending: boolean
  /** A new object for each failure. */
  failure: { text: string } | undefined
  submitLabel: string
  pendingLabel?: string
  onSubmit: (code: string) => void
  cancelLabel: string
  onCancel: () => void
  /** Between the field and the buttons. */
  children?: ReactNode
}

/** Asks for a code of the second step: one of the authenticator app, or a recovery code. */
export function CodeForm(props: CodeFormProps) {
  const { isPending, failure, submitLabel, pendingLabel, onSubmit, cancelLabel, onCancel, children } = props
  const { t } = useLingui()
  const [isRecovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** Focuses each new field. Not by `autoFocus`, which fails in a dialog. */
  const focusField = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    element?.select()
  }, [])

  // A wrong code is selected, so that typing replaces it.
  useEffect(() => {
    if (failure) input.current?.select()
  }, [failure])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) onSubmit(input.current?.value ?? '')
  }

  const shared = {
    ref: focusField,
    value: undefined,
    errorMessage: failure?.text,
    readOnly: isPending,
    isRequired: true,
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {isRecovery ? (
        <TextField
          {...shared}
          key="recovery"
          label={t`Recovery code`}
          description={t`One of the ten codes that you printed or saved. Each works once.`}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextField
          {...shared}
          key="app"
          label={t`Code`}
          description={t`Open the authenticator app on your phone and enter its 6-digit code.`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      {children}
      <Button type="submit" variant="primary" isWide isPending={isPending} pendingLabel={pendingLabel}>
        {submitLabel}
      </Button>
      <div className={styles.others}>
        <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t`Use the app's code` : t`Use a recovery code`}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  )
}
