import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type LoginEntry, SessionCheckError, type SignIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/base/button.tsx'
import { CodeForm } from '../../ui/base/code-form.tsx'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { toast } from '../../ui/base/toast.tsx'
import styles from './login-form.module.css'

interface LoginFormProps {
  signIn: SignIn
  initialUsername?: string
}

/** Autofocus needs a mouse: on a touch screen it would open a keyboard over half the screen. */
const HAS_MOUSE = '(hover: hover) and (pointer: fine)'

/**
 * Asks for username and password, and then for a code if the server's answer asks for one. The
 * browser keeps the fields: password managers fill them without an event that React sees.
 */
export function LoginForm({ signIn, initialUsername = '' }: LoginFormProps) {
  const { t } = useLingui()
  const [entered, setEntered] = useState({ username: initialUsername, password: '' })
  const [pending, setPending] = useState<'login' | 'check'>()
  /** The ticket of the second step; undefined in the first. */
  const [ticket, setTicket] = useState<string>()
  const [trustDevice, setTrustDevice] = useState(false)
  const [failure, setFailure] = useState<{ text: string; canRetry: boolean }>()

  async function run(entry?: LoginEntry) {
    if (pending) return
    setPending(entry ? 'login' : 'check')
    if (entry) setFailure(undefined)
    try {
      const { recoveryCodesLeft } = await signIn(entry)
      if (recoveryCodesLeft !== undefined) toast.plain(recoveryText(recoveryCodesLeft))
    } catch (error) {
      showFailure(error)
    } finally {
      setPending(undefined)
    }
  }

  function showFailure(error: unknown) {
    if (error instanceof ApiError && error.code === 'second_step' && error.ticket) return setTicket(error.ticket)
    const message = (error instanceof ApiError && error.message) || t`Login failed. Please try again.`
    toast.error(message)
    if (error instanceof SessionCheckError) {
      setTicket(undefined)
      setFailure({ text: checkFailureText(error), canRetry: error.failure !== 'not-stored' })
    } else {
      if (error instanceof ApiError && error.code === 'ticket_ended') setTicket(undefined)
      setFailure({ text: message, canRetry: false })
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const entry = { username: String(fields.get('username')), password: String(fields.get('password')) }
    setEntered(entry)
    void run(entry)
  }

  if (ticket) {
    return (
      <CodeForm
        isPending={pending === 'login'}
        failure={failure}
        submitLabel={t`Login`}
        pendingLabel={t`Logging in...`}
        onSubmit={(code) => void run({ ticket, code, trustDevice })}
        cancelLabel={t`Back`}
        onCancel={() => {
          setTicket(undefined)
          setFailure(undefined)
        }}
      >
        <label className={styles.trust}>
          <input type="checkbox" checked={trustDevice} onChange={(event) => setTrustDevice(event.target.checked)} />
          <span>{t`Trust this device for 30 days`}</span>
        </label>
      </CodeForm>
    )
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && (
        <div className={styles.failure}>
          <p>{failure.text}</p>
          {failure.canRetry && (
            <Button isPending={pending === 'check'} onClick={() => void run()}>
              {t`Try again`}
            </Button>
          )}
        </div>
      )}
      <TextField
        label={t`Username`}
        name="username"
        value={undefined}
        defaultValue={entered.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={initialUsername === '' && matchMedia(HAS_MOUSE).matches}
        isRequired
      />
      <PasswordField
        label={t`Password`}
        name="password"
        value={undefined}
        defaultValue={entered.password}
        autoComplete="current-password"
        isRequired
      />
      <Button type="submit" variant="primary" isWide isPending={pending === 'login'} pendingLabel={t`Logging in...`}>
        {t`Login`}
      </Button>
    </form>
  )

  function recoveryText(count: number): string {
    return t`${plural(count, {
      one: 'You have # recovery code left. You can make new ones in Profile.',
      other: 'You have # recovery codes left. You can make new ones in Profile.',
    })}`
  }

  function checkFailureText({ failure }: SessionCheckError): string {
    if (failure === 'no-response')
      return t`Your username and password are correct, but the connection was lost after that. Check your internet connection and try again.`
    if (failure === 'server-fault')
      return t`Your username and password are correct, but the server then had an error. Try again in a minute.`
    return t`Your username and password are correct, but this browser did not save your login. Allow cookies for this site and try again.`
  }
}
