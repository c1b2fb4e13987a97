import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { PanelConfig } from '../api/host.ts'
import { Toaster } from '../ui/toast.tsx'
import { TrustProvider } from '../ui/trust.tsx'
import { createQueryClient } from './query-client.ts'

const DEFAULT_TRUST = { trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' }

export function App({ config }: { config: PanelConfig }) {
  const queryClient = createQueryClient()
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <TrustProvider trust={{ ...DEFAULT_TRUST, ...config }}>
          <main />
          <Toaster />
        </TrustProvider>
      </QueryClientProvider>
    </I18nProvider>
  )
}
