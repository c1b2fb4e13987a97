import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type Credentials, SessionNotStoredError } from '../../session/sign-in.ts'
import { Button } from '../../ui/base/button.tsx'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { toast } from '../../ui/base/toast.tsx'
import styles from './login-form.module.css'

interface LoginFormProps {
  /** Rejects with ApiError or SessionNotStoredError. */
  signIn: (credentials: Credentials) => Promise<void>
  initialUsername?: string
}

/** Autofocus needs a mouse: on a touch screen it would open a keyboard over half the screen. */
const HAS_MOUSE = '(hover: hover) and (pointer: fine)'

export function LoginForm({ signIn, initialUsername = '' }: LoginFormProps) {
  const { t } = useLingui()
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    setFailure('')
    try {
      await signIn({ username, password })
    } catch (error) {
      const message = (error instanceof ApiError && error.message) || t`Login failed. Please try again.`
      toast.error(message)
      setFailure(error instanceof SessionNotStoredError ? notStored() : message)
    } finally {
      setPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && <p className={styles.failure}>{failure}</p>}
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
      <Button type="submit" variant="primary" isWide isPending={isPending} pendingLabel={t`Logging in...`}>
        {t`Login`}
      </Button>
    </form>
  )

  function notStored(): string {
    return t`Your username and password are correct, but this browser did not save your login. Allow cookies for this site and try again.`
  }
}
