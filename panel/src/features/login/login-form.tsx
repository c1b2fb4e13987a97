import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { SessionNotStoredError, useLogin } from '../../session/sign-in.ts'
import { Button } from '../../ui/base/button.tsx'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import styles from './login-form.module.css'

interface LoginFormProps {
  onSignedIn?: () => void
  initialUsername?: string
}

/** Autofocus needs a mouse: on a touch screen it would open a keyboard over half the screen. */
const HAS_MOUSE = '(hover: hover) and (pointer: fine)'

export function LoginForm({ onSignedIn, initialUsername = '' }: LoginFormProps) {
  const { t } = useLingui()
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const login = useLogin()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (login.isPending) return
    // A callback of mutate() would not run: the login unmounts a dialog around this form first.
    const isSignedIn = await login.mutateAsync({ username, password }).then(
      () => true,
      () => false,
    )
    if (isSignedIn) onSignedIn?.()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {login.error && <p className={styles.failure}>{failureText(login.error)}</p>}
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
      <Button type="submit" variant="primary" isWide isPending={login.isPending} pendingLabel={t`Logging in...`}>
        {t`Login`}
      </Button>
    </form>
  )

  function failureText(error: Error): string {
    if (error instanceof SessionNotStoredError) {
      return t`Your username and password are correct, but this browser did not save your login. Allow cookies for this site and try again.`
    }
    return error.message || t`Login failed. Please try again.`
  }
}
