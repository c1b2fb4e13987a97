import { Trans, useLingui } from '@lingui/react/macro'
import MenuIcon from '~icons/lucide/menu'
import { useMe } from '../../session/use-me.ts'
import { TrustLogo, useTrust } from '../../ui/base/trust.tsx'
import { Clock } from '../../ui/format/clock.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import styles from './header.module.css'
import { UserMenu } from './user-menu.tsx'

export function AppHeader({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useLingui()
  const { trustName } = useTrust()
  const admin = useMe()

  return (
    <header className={styles.header} data-print="no">
      <a className={styles.skip} href="#content">
        <Trans>Skip to main content</Trans>
      </a>
      {admin && (
        <div className={styles.menu} data-print="no">
          <IconButton label={t`Open menu`} icon={<MenuIcon aria-hidden="true" />} onClick={onOpenMenu} />
        </div>
      )}
      <div className={styles.trust}>
        <TrustLogo size={36} />
        <span className={styles.name}>{trustName}</span>
      </div>
      <Clock />
      {admin && <UserMenu admin={admin} />}
    </header>
  )
}
