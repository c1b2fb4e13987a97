import { useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'
import LogOut from '~icons/lucide/log-out'
import { useThemeOptions } from '../../start/theme-options.ts'
import { useLanguageChoice } from '../../start/use-language-choice.ts'
import { type ThemeChoice, useThemeChoice } from '../../ui/base/theme-choice.ts'
import { Menu, MenuChoice, MenuItem } from '../../ui/dialog/menu.tsx'
import { saveChosenLanguage } from '../session/account-language.ts'
import { useLogoutDialog } from './use-logout-dialog.ts'
import styles from './user-menu.module.css'

export function UserMenu({ admin }: { admin: CurrentAdmin }) {
  const { t } = useLingui()
  const [language, setLanguage] = useLanguageChoice(() => saveChosenLanguage(admin))
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
        value={language}
        options={LANGUAGES.map(({ code, label }) => ({ value: code, label }))}
        onChange={setLanguage}
      />
      <MenuChoice<ThemeChoice> title={t`Appearance`} value={theme} options={themes} onChange={setTheme} />
      <MenuItem icon={<LogOut />} onAction={() => void askLogout()}>
        {t`Logout`}
      </MenuItem>
    </Menu>
  )
}
