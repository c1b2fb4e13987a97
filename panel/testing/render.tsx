import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react/pure'
import { activateLanguage, loadScreenMessages } from '../src/locales/language.ts'
import { Toaster } from '../src/ui/base/toast.tsx'
import { ConfirmProvider } from '../src/ui/dialog/confirm.tsx'
import '../src/ui/theme.css'

/** Renders a component with a query client, translations, dialogs, toasts and theme. */
export async function renderPart(part: ReactNode, language: Language = 'en') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await activateLanguage(language)
  await loadScreenMessages()
  return render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <ConfirmProvider>{part}</ConfirmProvider>
        <Toaster />
      </I18nProvider>
    </QueryClientProvider>,
  )
}

/** Renders a page as `renderPart` does, with a router. */
export async function renderPage(page: () => ReactNode, address = '/') {
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$', component: page })]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const screen = await renderPart(<RouterProvider router={router} />)
  return { screen, router }
}
