import { QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { dropEarlyRequests } from '../api/early-calls.ts'
import { meQuery } from '../session/current-admin.ts'
import type { AppStart } from '../start/panel.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { saveChosenLanguage } from './session/account-language.ts'
import { focusHeadingAfterLogin } from './use-heading-focus.ts'

/** Prepares the screens after the login; resolves when the route guards have run. */
export async function openApp({ admin, isAfterLogin }: AppStart, history?: RouterHistory) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(meQuery.queryKey, admin)
  const router = createAppRouter(queryClient, history)
  if (isAfterLogin) focusHeadingAfterLogin(router)
  if (admin) saveChosenLanguage(admin)
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) dropEarlyRequests() // They were for the first screen.
  })
  await router.load()
  const element = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  return { element, queryClient, router }
}
