import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'
import { useNavigate } from '@tanstack/react-router'
import LogOut from '~icons/lucide/log-out'
import MenuIcon from '~icons/lucide/menu'
import { useMe } from '../../session/use-me.ts'
import { useThemeOptions } from '../../start/theme-options.ts'
import { useLanguageChoice } from '../../start/use-language-choice.ts'
import { type ThemeChoice, useThemeChoice } from '../../ui/base/theme-choice.ts'
import { TrustLogo, useTrust } from '../../ui/base/trust.tsx'
import { Menu, MenuChoice, MenuItem } from '../../ui/dialog/menu.tsx'
import { Clock } from '../../ui/format/clock.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { saveChosenLanguage } from '../session/account-language.ts'
import styles from './header.module.css'
import { menuEntries } from './menu-entries.ts'
import { MENU_ICONS } from './menu-icons.tsx'
import { useLogoutDialog } from './use-logout-dialog.ts'
import userMenuStyles from './user-menu.module.css'

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

function UserMenu({ admin }: { admin: CurrentAdmin }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [language, setLanguage] = useLanguageChoice(() => saveChosenLanguage(admin))
  const [theme, setTheme] = useThemeChoice()
  const themes = useThemeOptions()
  const askLogout = useLogoutDialog()
  const { username, email } = admin
  const pages =
    menuEntries(admin)
      .find(({ group }) => group === 'you')
      ?.entries.flat() ?? []

  return (
    <Menu
      label={t`Account of ${username}`}
      trigger={
        <>
          <span
            className={userMenuStyles.initial}
            data-initial={Array.from(username)[0]?.toUpperCase()}
            aria-hidden="true"
          />
          <span className={userMenuStyles.name}>{username}</span>
        </>
      }
      header={
        <div className={userMenuStyles.who}>
          <strong>{username}</strong>
          <span>{email}</span>
        </div>
      }
    >
      <MenuChoice<Language>
        title={t`Language`}
        value={language}
        options={LANGUAGES.map(({ code, label }) => ({ value: code, label }))}
        onChange={setLanguage}
      />
      <MenuChoice<ThemeChoice> title={t`Appearance`} value={theme} options={themes} onChange={setTheme} />
      {pages.map(({ path, title, label = title, icon }) => {
        const Icon = MENU_ICONS[icon]
        return (
          <MenuItem key={path} icon={<Icon />} onAction={() => void navigate({ to: path })}>
            {i18n._(label)}
          </MenuItem>
        )
      })}
      <MenuItem icon={<LogOut />} onAction={() => void askLogout()}>
        {t`Logout`}
      </MenuItem>
    </Menu>
  )
}
