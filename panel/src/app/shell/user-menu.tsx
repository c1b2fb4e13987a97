import { useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import LogOut from '~icons/lucide/log-out'
import { LANGUAGES, type Language } from '../../locales/initial-language.ts'
import { chooseLanguage } from '../../locales/language.ts'
import { useThemeOptions } from '../../start/theme-options.ts'
import { type ThemeChoice, useThemeChoice } from '../../ui/base/theme-choice.ts'
import { toast } from '../../ui/base/toast.tsx'
import { Menu, MenuChoice, MenuItem } from '../../ui/dialog/menu.tsx'
import { useLogoutDialog } from './use-logout-dialog.ts'
import styles from './user-menu.module.css'

export function UserMenu({ admin }: { admin: CurrentAdmin }) {
  const { t, i18n } = useLingui()
  const [theme, setTheme] = useThemeChoice()
  const themes = useThemeOptions()
  const askLogout = useLogoutDialog()
  const { username, email } = admin

  return (
    <Menu
      label={t`Account of ${username}`}
      trigger={
        <>
          <span className={styles.initial} data-initial={Array.from(username)[0]?.toUpperCase()} aria-hidden="true" />
          <span className={styles.name}>{username}</span>
        </>
      }
      header={
        <div className={styles.who}>
          <strong>{username}</strong>
          <span>{email}</span>
        </div>
      }
    >
      <MenuChoice<Language>
        title={t`Language`}
        value={i18n.locale as Language}
        options={LANGUAGES.map(({ code, label }) => ({ value: code, label }))}
        onChange={(language) =>
          chooseLanguage(language).catch(() =>
            toast.error(t`Could not change the language. Check your internet connection and try again.`),
          )
        }
      />
      <MenuChoice<ThemeChoice> title={t`Appearance`} value={theme} options={themes} onChange={setTheme} />
      <MenuItem icon={<LogOut />} onAction={() => void askLogout()}>
        {t`Logout`}
      </MenuItem>
    </Menu>
  )
}
