import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { PanelConfig } from '../api/host.ts'
import { preloadScreen, requestScreenData } from '../app/prepare-screen.ts'
import { startPath } from '../session/fetch-current-admin.ts'
import { leavePage, useSession } from '../session/session-state.ts'
import { type LoginEntry, signIn } from '../session/sign-in.ts'
import { Toaster } from '../ui/base/toast.tsx'
import { TrustLogo, TrustProvider } from '../ui/base/trust.tsx'
import { LoginScreen } from './login-screen.tsx'
import styles from './panel.module.css'
import { addressOf, type PanelHistory } from './panel-history.ts'

const DEFAULT_TRUST = { trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' }

/** Input of `openApp`. */
export interface AppStart {
  admin: CurrentAdmin | null
  isAfterLogin: boolean
}

/** `element` holds all screens after the login. */
export type View = { kind: 'login'; isLive: boolean } | { kind: 'app'; element: ReactNode }

export interface PanelProps {
  config: PanelConfig
  history: PanelHistory
  firstView: Promise<View>
  /** Loads the screens after the login, and resolves when they can be rendered. */
  openApp: (start: AppStart) => Promise<ReactNode>
  /** Replaces this document by the one at a path below the panel's base. */
  loadPage: (path: string) => void
}

/** Shows the login screen, or the app if the user is signed in. */
export function Panel({ config, history, firstView, openApp, loadPage }: PanelProps) {
  const session = useSession()
  const [view, setView] = useState<View>()

  useEffect(() => {
    firstView.then(setView, () => {}) // The caller shows the failure.
  }, [firstView])

  async function enter(entry?: LoginEntry) {
    const { admin, result } = await signIn(entry, view?.kind === 'login' && view.isLive)
    preloadScreen(startPath(admin))
    requestScreenData(startPath(admin), admin)
    history.push(addressOf('post-login'))
    try {
      setView({ kind: 'app', element: await openApp({ admin, isAfterLogin: true }) })
    } catch {
      leavePage('post-login') // The session exists: a new page load needs no password.
    }
    return result
  }

  return (
    <I18nProvider i18n={i18n}>
      <TrustProvider trust={{ ...DEFAULT_TRUST, ...config }}>
        {session.status === 'left' ? (
          <PageExit path={session.path} loadPage={loadPage} />
        ) : (
          <>
            {view === undefined && <CheckingAuthentication />}
            {view?.kind === 'login' && <LoginScreen signIn={enter} />}
            {view?.kind === 'app' && view.element}
            <Toaster />
          </>
        )}
      </TrustProvider>
    </I18nProvider>
  )
}

/**
 * Calls `loadPage` in an effect: by then the screens have unmounted, and with them the handlers
 * that warn of unsaved work.
 */
function PageExit({ path, loadPage }: { path: string; loadPage: PanelProps['loadPage'] }) {
  useEffect(() => {
    const load = () => loadPage(path)
    load()
    addEventListener('pageshow', load) // Back may restore this page from the browser's cache.
    return () => removeEventListener('pageshow', load)
  }, [path, loadPage])
  return <CheckingAuthentication />
}

function CheckingAuthentication() {
  const { t } = useLingui()
  return (
    <main className={styles.page}>
      <TrustLogo size={56} />
      <p role="status">{t`Checking authentication...`}</p>
    </main>
  )
}
