import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SignIn } from '../../session/sign-in.ts'
import { TrustLogo, useTrust } from '../../ui/base/trust.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'

interface LoginPageProps {
  signIn: SignIn
  /** The language and theme pickers. */
  preferences: ReactNode
}

/** The only screen without sidebar and header. */
export function LoginPage({ signIn, preferences }: LoginPageProps) {
  const { t } = useLingui()
  const { trustName } = useTrust()

  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <header className={styles.trust}>
          <TrustLogo size={72} />
          <h1 className={styles.name} tabIndex={-1}>
            {trustName}
          </h1>
          <p className={styles.purpose}>{t`Log in to manage the trust's website and records.`}</p>
        </header>
        <LoginForm signIn={signIn} />
        <details className={styles.forgot}>
          <summary>{t`Forgot password?`}</summary>
          <p>{t`Ask a superadmin of your trust to set a new password for you.`}</p>
          <p>{t`If you are a superadmin, ask the person who runs the server to reset your password.`}</p>
        </details>
      </main>
      <footer className={styles.footer}>
        {preferences}
        <span translate="no">SevaDesk</span>
      </footer>
    </div>
  )
}
