import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { type GalleryKey, mayOpen, SECTION_PATHS } from '@sevadesk/contract/section.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { changeElsewhere } from '../api/identity/session-mark.ts'
import { loadScreenWords } from '../locales/language.ts'
import { findAdmin, refreshAdmin, startPath } from '../session/current-admin.ts'
import { lookAgain } from '../session/session-end.ts'
import { PageError } from './page-error.tsx'
import { Root } from './root.tsx'
import { SCREENS } from './routes.tsx'
import type { Screen } from './screen.ts'
import { parseSearch, stringifySearch } from './search-text.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageDescriptor
    gallery?: GalleryKey
  }
}

interface RouterContext {
  queryClient: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root })

const loginComponent = lazyRouteComponent(() => import('./login/login-screen.tsx'), 'LoginScreen')

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: msg`Login` },
  component: loginComponent,
  // "again" opens the form to somebody who is signed in: signing in then replaces the session.
  validateSearch: (search: Record<string, unknown>): { login?: 'again' } =>
    search.login === 'again' ? { login: 'again' } : {},
  beforeLoad: async ({ context, search }) => {
    if (search.login !== 'again' && (await findAdmin(context.queryClient))) {
      throw redirect({ to: '/post-login', replace: true })
    }
  },
})

const afterLogoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const postLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/post-login',
  beforeLoad: async ({ context }) => {
    const admin = await refreshAdmin(context.queryClient)
    throw redirect({ to: admin ? startPath(admin) : '/', replace: true })
  },
})

/** The shell comes with the words of all that is shown in it. */
async function importShell() {
  const [{ Shell }] = await Promise.all([import('./shell/shell.tsx'), loadScreenWords()])
  return { Shell }
}

const frameComponent = lazyRouteComponent(importShell, 'Shell')

const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: frameComponent,
  beforeLoad: async ({ context: { queryClient }, preload }) => {
    // From the login screen nobody has heard what other tabs did: a logout holds at once, and a login hides what was on screen.
    if (!preload && changeElsewhere()) void lookAgain(queryClient)
    return { admin: await findAdmin(queryClient) }
  },
})

/** Whoever has yet to change a made-up password gets to no page but that. */
function turnToPassword(admin: CurrentAdmin | null): void {
  if (admin?.mustChangePassword) throw redirect({ to: SECTION_PATHS.UpdatePassword, replace: true })
}

const forbiddenRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/403',
  beforeLoad: ({ context }) => turnToPassword(context.admin),
  staticData: { title: msg`No Access` },
  component: lazyRouteComponent(() => import('../features/errors/forbidden-page.tsx'), 'ForbiddenPage'),
})

const guardRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'guard',
  beforeLoad: ({ context }) => {
    if (!context.admin) throw redirect({ to: '/', replace: true })
  },
})

const notFoundRoute = createRoute({
  getParentRoute: () => guardRoute,
  path: '$',
  beforeLoad: ({ context }) => turnToPassword(context.admin),
  staticData: { title: msg`Page Not Found` },
  component: lazyRouteComponent(() => import('../features/errors/not-found-page.tsx'), 'NotFoundPage'),
})

function screenRoute({ path, title, page, section, gallery }: Screen) {
  return createRoute({
    getParentRoute: () => guardRoute,
    path,
    staticData: { title, ...(gallery && { gallery }) },
    component: page,
    beforeLoad: ({ context: { admin } }) => {
      if (admin?.mustChangePassword && section === 'UpdatePassword') return
      turnToPassword(admin)
      if (!mayOpen(admin ?? {}, section)) throw redirect({ to: '/403', replace: true })
    },
  })
}

const routeTree = rootRoute.addChildren([
  loginRoute,
  afterLogoutRoute,
  postLoginRoute,
  frameRoute.addChildren([forbiddenRoute, guardRoute.addChildren([...SCREENS.map(screenRoute), notFoundRoute])]),
])

/** Fetches the shell ahead of need, so that signing in leads straight to a screen. */
export async function preloadShell(): Promise<void> {
  await frameComponent.preload?.()
}

/** Fetches the login screen beside the question who is signed in, where the address is its own. Most of it is in the shell too. */
export async function preloadLogin(path: string): Promise<void> {
  if (path === import.meta.env.BASE_URL) await loginComponent.preload?.()
}

/** The router over the route table. Paths match without regard to case and with a slash at the end. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    basepath: import.meta.env.BASE_URL,
    trailingSlash: 'preserve',
    caseSensitive: false,
    parseSearch,
    stringifySearch,
    search: { strict: false },
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
