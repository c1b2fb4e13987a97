import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { PanelConfig } from '../api/host.ts'
import { preloadScreen, requestScreenData } from '../app/prepare-screen.ts'
import { startPath } from '../session/fetch-current-admin.ts'
import { leavePage, useSession } from '../session/session-state.ts'
import { type Credentials, signIn } from '../session/sign-in.ts'
import { Toaster } from '../ui/base/toast.tsx'
import { TrustProvider } from '../ui/base/trust.tsx'
import { CheckingAuthentication } from './checking-authentication.tsx'
import type { FirstScreen } from './first-screen.ts'
import { LoginScreen } from './login-screen.tsx'
import { addressOf, type PanelHistory } from './panel-history.ts'

const DEFAULT_TRUST = { trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' }

/** What the screens after the login start with. */
export interface AppStart {
  admin: CurrentAdmin | null
  isAfterLogin: boolean
}

export interface PanelProps {
  config: PanelConfig
  history: PanelHistory
  firstScreen: Promise<FirstScreen>
  /** Loads the screens after the login, and resolves when they can be rendered. */
  openApp: (start: AppStart) => Promise<ReactNode>
  /** Replaces this document by the one at a path below the panel's base. */
  loadPage: (path: string) => void
  /** Receives the reason if the first screen cannot be shown. */
  onFailure: (error: unknown) => void
}

/** Shows the login screen or, to a signed-in user, all others. */
export function Panel({ config, history, firstScreen, openApp, loadPage, onFailure }: PanelProps) {
  const session = useSession()
  const [login, setLogin] = useState<{ isLive: boolean }>()
  const [app, setApp] = useState<ReactNode>()

  useEffect(() => {
    const show = async () => {
      const first = await firstScreen
      if (first.kind === 'login') setLogin(first)
      else setApp(await openApp({ admin: first.admin, isAfterLogin: false }))
    }
    show().catch(onFailure)
  }, [firstScreen, openApp, onFailure])

  async function enter(credentials: Credentials) {
    const admin = await signIn(credentials, login?.isLive ?? false)
    preloadScreen(startPath(admin))
    requestScreenData(startPath(admin), admin.capabilities)
    history.push(addressOf('post-login'))
    try {
      setApp(await openApp({ admin, isAfterLogin: true }))
    } catch {
      leavePage('post-login') // The session exists: a new page load needs no password.
    }
  }

  return (
    <I18nProvider i18n={i18n}>
      <TrustProvider trust={{ ...DEFAULT_TRUST, ...config }}>
        {session.status === 'left' ? (
          <PageExit path={session.path} loadPage={loadPage} />
        ) : (
          <>
            {app ?? (login ? <LoginScreen signIn={enter} /> : <CheckingAuthentication />)}
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
