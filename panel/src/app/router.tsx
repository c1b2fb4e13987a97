import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { type GalleryKey, mayOpen, SECTION_PATHS } from '@sevadesk/contract/section.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { unverifiedChange } from '../api/identity/session-mark.ts'
import { findAdmin, refreshAdmin } from '../session/current-admin.ts'
import { startPath } from '../session/fetch-current-admin.ts'
import { recheckSession } from '../session/session-check.ts'
import { getSession, leavePage } from '../session/session-state.ts'
import { lazyScreen } from './lazy-screen.ts'
import { LoginRoute } from './login-route.tsx'
import { PageError } from './page-error.tsx'
import { Root } from './root.tsx'
import { SCREENS } from './routes.tsx'
import type { Screen } from './screen.ts'
import { parseSearch, stringifySearch } from './search-text.ts'
import { Shell } from './shell/shell.tsx'

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

/** A new page shows the login screen without the router (`src/start`); this is for links to it. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: msg`Login` },
  component: LoginRoute,
  // `?login=again` shows the form to a signed-in user; signing in replaces the session.
  validateSearch: (search: Record<string, unknown>): { login?: 'again' } =>
    search.login === 'again' ? { login: 'again' } : {},
  beforeLoad: async ({ context, search }) => {
    if (search.login !== 'again' && (await findAdmin(context.queryClient))) {
      throw redirect({ to: '/post-login', replace: true })
    }
  },
})

const loginPathRoute = createRoute({
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
    if (getSession().status === 'replaced') {
      leavePage('post-login')
      await new Promise(() => {}) // the page is about to be replaced
    }
    throw redirect({ to: admin ? startPath(admin) : '/', replace: true })
  },
})

const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Shell,
  beforeLoad: async ({ context: { queryClient }, preload }) => {
    // The login screen does not watch other tabs, so their logins and logouts are noticed only here.
    if (!preload && unverifiedChange()) void recheckSession(queryClient)
    return { admin: await findAdmin(queryClient) }
  },
})

/** With a temporary password, only the Update Password page opens. */
function requireOwnPassword(admin: CurrentAdmin | null): void {
  if (admin?.mustChangePassword) throw redirect({ to: SECTION_PATHS.UpdatePassword, replace: true })
}

const forbiddenRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/403',
  beforeLoad: ({ context }) => requireOwnPassword(context.admin),
  staticData: { title: msg`No Access` },
  component: lazyScreen(() => import('../features/errors/forbidden-page.tsx'), 'ForbiddenPage'),
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
  beforeLoad: ({ context }) => requireOwnPassword(context.admin),
  staticData: { title: msg`Page Not Found` },
  component: lazyScreen(() => import('../features/errors/not-found-page.tsx'), 'NotFoundPage'),
})

function screenRoute({ path, title, page, section, gallery }: Screen) {
  return createRoute({
    getParentRoute: () => guardRoute,
    path,
    staticData: { title, ...(gallery && { gallery }) },
    component: page,
    beforeLoad: ({ context: { admin } }) => {
      if (admin?.mustChangePassword && section === 'UpdatePassword') return
      requireOwnPassword(admin)
      if (!mayOpen(admin ?? {}, section)) throw redirect({ to: '/403', replace: true })
    },
  })
}

const routeTree = rootRoute.addChildren([
  loginRoute,
  loginPathRoute,
  postLoginRoute,
  frameRoute.addChildren([forbiddenRoute, guardRoute.addChildren([...SCREENS.map(screenRoute), notFoundRoute])]),
])

/** Paths match case-insensitively, with or without a trailing slash. */
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
