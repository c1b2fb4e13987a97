import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PanelConfig } from '../api/host.ts'
import { useSession } from '../session/session-state.ts'
import { Toaster } from '../ui/base/toast.tsx'
import { TrustProvider } from '../ui/base/trust.tsx'
import { CheckingAuthentication } from './checking-authentication.tsx'
import type { AppRouter } from './router.tsx'

const DEFAULT_TRUST = { trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' }

interface AppProps {
  config: PanelConfig
  queryClient: QueryClient
  router: AppRouter
  /** Replaces this document by the one at a path below the panel's base. */
  loadPage: (path: string) => void
}

export function App({ config, queryClient, router, loadPage }: AppProps) {
  const session = useSession()
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <TrustProvider trust={{ ...DEFAULT_TRUST, ...config }}>
          {session.status === 'left' ? (
            <PageExit path={session.path} loadPage={loadPage} />
          ) : (
            <>
              <Screens router={router} />
              <Toaster />
            </>
          )}
        </TrustProvider>
      </QueryClientProvider>
    </I18nProvider>
  )
}

/**
 * Calls `loadPage` in an effect: by then the screens have unmounted, and with them the handlers
 * that warn of unsaved work.
 */
function PageExit({ path, loadPage }: { path: string; loadPage: AppProps['loadPage'] }) {
  useEffect(() => {
    const load = () => loadPage(path)
    load()
    addEventListener('pageshow', load) // Back may restore this page from the browser's cache.
    return () => removeEventListener('pageshow', load)
  }, [path, loadPage])

  return <CheckingAuthentication />
}

/** Shows no page before the route guards have run. */
function Screens({ router }: { router: AppRouter }) {
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    void router.load().then(() => setReady(true))
  }, [router])

  return isReady ? <RouterProvider router={router} /> : <CheckingAuthentication />
}
