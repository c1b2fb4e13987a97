import { useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import X from '~icons/lucide/x'
import { CodeDialog } from '../../features/profile/second-step/code-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { useCloseOnBack } from '../../ui/dialog/close-on-back.ts'
import { ConfirmProvider } from '../../ui/dialog/confirm.tsx'
import { UndoBar } from '../../ui/feedback/undo-bar.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { AccountCover } from '../session/account-cover.tsx'
import { RequirePasswordChange, RequireSecondStep } from '../session/required-pages.tsx'
import { useFocusCheck, useNavigationCheck, useRightsChange } from '../session/session-checks.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
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

interface DrawerProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal panel that slides in from the side on small screens. */
function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  const { t } = useLingui()
  useCloseOnBack(isOpen, onClose)
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      data-scrim
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.drawer ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton label={t`Close`} icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
