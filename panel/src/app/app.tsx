import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PanelConfig } from '../api/host.ts'
import { Toaster } from '../ui/base/toast.tsx'
import { TrustProvider } from '../ui/base/trust.tsx'
import { CheckingAuthentication } from './checking-authentication.tsx'
import type { AppRouter } from './router.tsx'

const DEFAULT_TRUST = { trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' }

interface AppProps {
  config: PanelConfig
  queryClient: QueryClient
  router: AppRouter
}

export function App({ config, queryClient, router }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <TrustProvider trust={{ ...DEFAULT_TRUST, ...config }}>
          <Screens router={router} />
          <Toaster />
        </TrustProvider>
      </QueryClientProvider>
    </I18nProvider>
  )
}

/** Nothing of the panel shows before it is known who is there. */
function Screens({ router }: { router: AppRouter }) {
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    void router.load().then(() => setReady(true))
  }, [router])

  return isReady ? <RouterProvider router={router} /> : <CheckingAuthentication />
}
