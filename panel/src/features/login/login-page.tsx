import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/base/brand.tsx'
import { TrustLogo, useTrust } from '../../ui/base/trust.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'

/** The only screen without sidebar and header. `preferences` is where language and theme are chosen. */
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
          <p className={styles.purpose}>{t`Log in to look after the trust's site and records.`}</p>
        </header>
        <LoginForm onSignedIn={() => navigate({ to: '/post-login' })} />
        <details className={styles.forgot}>
          <summary>{t`Forgot password?`}</summary>
          <p>{t`Ask a superadmin of your trust: they can set a new password for you.`}</p>
          <p>{t`If you are a superadmin yourself, ask whoever runs the trust's server to reset the password there.`}</p>
        </details>
      </main>
      <footer className={styles.footer}>
        {preferences}
        <Brand size={20} />
      </footer>
    </div>
  )
}
