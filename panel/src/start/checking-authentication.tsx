import { useLingui } from '@lingui/react/macro'
import { TrustLogo } from '../ui/base/trust.tsx'
import styles from './checking-authentication.module.css'

export function CheckingAuthentication() {
  const { t } = useLingui()
  return (
    <main className={styles.page}>
      <TrustLogo size={56} />
      <p role="status">{t`Checking authentication...`}</p>
    </main>
  )
}
