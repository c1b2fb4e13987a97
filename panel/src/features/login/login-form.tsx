import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type Credentials, SessionCheckError, type SignIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/base/button.tsx'
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

export function LoginForm({ signIn, initialUsername = '' }: LoginFormProps) {
  const { t } = useLingui()
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState<'login' | 'check'>()
  const [failure, setFailure] = useState<{ text: string; canRetry: boolean }>()

  async function run(credentials?: Credentials) {
    if (pending) return
    setPending(credentials ? 'login' : 'check')
    if (credentials) setFailure(undefined)
    try {
      await signIn(credentials)
    } catch (error) {
      const message = (error instanceof ApiError && error.message) || t`Login failed. Please try again.`
      toast.error(message)
      setFailure(
        error instanceof SessionCheckError
          ? { text: checkFailureText(error), canRetry: error.failure !== 'not-stored' }
          : { text: message, canRetry: false },
      )
    } finally {
      setPending(undefined)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void run({ username, password })
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
        value={username}
        onChange={setUsername}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={initialUsername === '' && matchMedia(HAS_MOUSE).matches}
        isRequired
      />
      <PasswordField
        label={t`Password`}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
      />
      <Button type="submit" variant="primary" isWide isPending={pending === 'login'} pendingLabel={t`Logging in...`}>
        {t`Login`}
      </Button>
    </form>
  )

  function checkFailureText({ failure }: SessionCheckError): string {
    if (failure === 'no-response')
      return t`Your username and password are correct, but the connection was lost after that. Check your internet connection and try again.`
    if (failure === 'server-fault')
      return t`Your username and password are correct, but the server then had an error. Try again in a minute.`
    return t`Your username and password are correct, but this browser did not save your login. Allow cookies for this site and try again.`
  }
}
