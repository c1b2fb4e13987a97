import { useLingui } from '@lingui/react/macro'
import type { AppSecret } from '@sevadesk/contract/accounts/second-step-schemas.ts'
import { type ComponentType, type FormEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { TextField } from '../../../ui/base/text-field.tsx'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import styles from './set-up.module.css'
import type { useSetUp } from './use-set-up.ts'

/** 4 kB that only the set-up needs. Without it, the user types the key. */
const QrCode = lazy<ComponentType<{ text: string; label: string }>>(() =>
  import('../../../ui/pictures/qr-code.tsx').then(
    (module) => ({ default: module.QrCode }),
    () => ({ default: () => null }),
  ),
)

interface SetUpProps {
  secret: AppSecret
  setUp: Pick<ReturnType<typeof useSetUp>, 'confirm' | 'isConfirming' | 'refusal' | 'cancel'>
}

/** Shows a secret for the authenticator app, and asks for its first code. */
export function SetUp({ secret, setUp }: SetUpProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { confirm, isConfirming: isPending, refusal: error, cancel } = setUp
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => input.current?.select(), [])
  // A wrong code is selected, so that typing replaces it.
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])

  function submit(event: FormEvent) {
    event.preventDefault()
    confirm(input.current?.value ?? '')
  }

  return (
    <form className={styles.form} aria-label={t`Set up two-step sign-in`} onSubmit={submit}>
      <ol className={styles.steps}>
        <li>{t`Install an authenticator app on your phone, such as Google Authenticator or Microsoft Authenticator.`}</li>
        <li>
          {t`Scan this picture with the app. If you cannot scan it, type the key into the app.`}
          <div className={styles.secret}>
            <Suspense fallback={<span className={styles.qr} />}>
              <QrCode text={secret.address} label={t`QR code for the authenticator app`} />
            </Suspense>
            <div>
              <p className={styles.keyLabel}>{t`Key`}</p>
              <p className={styles.key} translate="no">
                {groupsOfFour(secret.key)}
              </p>
            </div>
          </div>
        </li>
        <li>{t`Enter the code that the app shows now.`}</li>
      </ol>
      <TextField
        ref={input}
        label={t`Code`}
        name="code"
        value={undefined}
        errorMessage={error && failureText(error)}
        inputMode="numeric"
        autoComplete="one-time-code"
        readOnly={isPending}
        isRequired
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t`Turn on`}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={cancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  )
}

function groupsOfFour(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? ''
}
