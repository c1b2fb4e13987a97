import { useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { CodeDialog } from '../../features/profile/second-step/code-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { ConfirmProvider } from '../../ui/dialog/confirm.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import { UndoBar } from '../../ui/feedback/undo-bar.tsx'
import { AccountCover } from '../session/account-cover.tsx'
import { RequirePasswordChange } from '../session/require-password-change.tsx'
import { RequireSecondStep } from '../session/require-second-step.tsx'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { useFocusCheck } from '../session/use-focus-check.ts'
import { useNavigationCheck } from '../session/use-navigation-check.ts'
import { useRightsChange } from '../session/use-rights-change.ts'
import { AppHeader } from './header.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { provideReactAriaTexts } from './react-aria-texts.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

if (!('timeout' in AbortSignal)) Object.defineProperty(AbortSignal, 'timeout', { value: timeout })

provideReactAriaTexts()

/**
 * The frame of every page but the login: header, sidebar and content. /403 has no sidebar while
 * signed out.
 */
export function Shell() {
  const { t, i18n } = useLingui()
  const admin = useMe()
  const [isMenuOpen, setMenuOpen] = useState(false)
  useFocusCheck()
  useNavigationCheck()
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
            <UndoBar />
          </main>
        </div>
        <Drawer title={t`Menu`} isOpen={isMenuOpen && Boolean(admin)} onClose={() => setMenuOpen(false)}>
          <Sidebar onLeave={() => setMenuOpen(false)} />
        </Drawer>
        <SignInAgain />
        <RequirePasswordChange />
        <RequireSecondStep />
        <CodeDialog />
        <LeaveGuard />
        <AccountCover />
      </ConfirmProvider>
    </I18nProvider>
  )
}

/**
 * AbortSignal.timeout for Safari 15; `delay` is in ms. React Aria calls it when an on-screen
 * keyboard opens. Without it, the page behind a dialog would scroll.
 */
function timeout(delay: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), delay)
  return controller.signal
}
