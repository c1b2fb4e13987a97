import { useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useMe } from '../../session/use-me.ts'
import { ConfirmProvider } from '../../ui/dialog/confirm.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import { CheckingAuthentication } from '../checking-authentication.tsx'
import { AppHeader } from './header.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import '../old-browsers.ts'
import { LoginElsewhere } from '../session/login-elsewhere.tsx'
import { PasswordDuty } from '../session/password-duty.tsx'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { usePersonChange } from '../session/use-person-change.ts'
import { useRightsChange } from '../session/use-rights-change.ts'
import { useStepWatch } from '../session/use-step-watch.ts'
import { useTabWatch } from '../session/use-tab-watch.ts'
import { lendWordsToReactAria } from './react-aria-words.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

lendWordsToReactAria()

/** Around every screen but the login: header, sidebar, page. Signed out (only /403 is left then) there is no way to go and no sidebar. */
export function Shell() {
  useTabWatch()
  useStepWatch()
  // Whoever comes next must not see for a moment what the last one saw, nor find what they typed.
  const isChanging = usePersonChange()
  return (
    <>
      {isChanging ? <CheckingAuthentication /> : <Frame />}
      <LoginElsewhere />
    </>
  )
}

function Frame() {
  const { t, i18n } = useLingui()
  const admin = useMe()
  const [isMenuOpen, setMenuOpen] = useState(false)
  useRightsChange()

  return (
    <I18nProvider locale={`${i18n.locale}-IN`}>
      <ConfirmProvider>
        <div className={styles.shell} data-signed-in={Boolean(admin)}>
          <AppHeader onOpenMenu={() => setMenuOpen(true)} />
          {admin && (
            <div className={styles.sidebar} data-print="no">
              <Sidebar />
            </div>
          )}
          <main id="content" className={styles.content} tabIndex={-1}>
            <div className={styles.page}>
              <Outlet />
            </div>
          </main>
        </div>
        <Drawer title={t`Menu`} isOpen={isMenuOpen && Boolean(admin)} onClose={() => setMenuOpen(false)}>
          <Sidebar onLeave={() => setMenuOpen(false)} />
        </Drawer>
        <SignInAgain />
        <PasswordDuty />
        <LeaveGuard />
      </ConfirmProvider>
    </I18nProvider>
  )
}
