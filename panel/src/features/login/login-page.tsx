import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/base/brand.tsx'
import { TrustLogo, useTrust } from '../../ui/base/trust.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'

/**
 * The only screen without sidebar and header. `preferences` holds the language and theme pickers.
 */
export function LoginPage({ preferences }: { preferences: ReactNode }) {
  const { t } = useLingui()
  const { trustName } = useTrust()
  const navigate = useNavigate()

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
        <LoginForm onSignedIn={() => navigate({ to: '/post-login' })} />
        <details className={styles.forgot}>
          <summary>{t`Forgot password?`}</summary>
          <p>{t`Ask a superadmin of your trust to set a new password for you.`}</p>
          <p>{t`If you are a superadmin, ask the person who runs the server to reset your password.`}</p>
        </details>
      </main>
      <footer className={styles.footer}>
        {preferences}
        <Brand size={20} />
      </footer>
    </div>
  )
}
