import { useLingui } from '@lingui/react/macro'
import { useMe } from '../../session/use-me.ts'
import { useTrust } from '../../ui/base/trust.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { LampPicture } from '../../ui/pictures/illustration.tsx'
import styles from './welcome-banner.module.css'

export function WelcomeBanner() {
  const { t } = useLingui()
  const username = useMe()?.username
  const { trustName } = useTrust()
  return (
    <header className={styles.banner}>
      <div className={styles.words}>
        <p className={styles.date}>
          <DateTime moment={Date.now()} format="long-date" />
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {username ? t`Welcome, ${username}` : t`Welcome`}
        </h1>
        <p className={styles.purpose}>{t`Here is an overview of ${trustName}.`}</p>
      </div>
      <LampPicture />
    </header>
  )
}
