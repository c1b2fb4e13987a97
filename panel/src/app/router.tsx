import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { type GalleryKey, mayOpen, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
  useMatches,
  useNavigate,
} from '@tanstack/react-router'
import { unverifiedChange } from '../api/identity/session-mark.ts'
import { findAdmin, refreshAdmin } from '../session/current-admin.ts'
import { requiredSection, startPath } from '../session/fetch-current-admin.ts'
import { useSignInAgain } from '../session/page-session.ts'
import { recheckSession } from '../session/session-check.ts'
import { getSession, leavePage } from '../session/session-state.ts'
import type { LoginEntry } from '../session/sign-in.ts'
import { useIsExtended, useMe } from '../session/use-me.ts'
import { LoginScreen } from '../start/login-screen.tsx'
import { useWindowTitle } from '../start/use-window-title.ts'
import { useTrust } from '../ui/base/trust.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { PageError } from './page-error.tsx'
import { EXTRA_SCREENS, SCREENS } from './routes.tsx'
import { type ExtraScreen, hasExtraScreen, type Screen } from './screen.ts'
import { AreaTabs } from './shell/area-tabs.tsx'
import { Shell } from './shell/shell.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

const NOT_FOUND_TITLE = msg`Page Not Found`

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageDescriptor
    gallery?: GalleryKey
    /** On a plain backend, the page is the 404. */
    isExtra?: boolean
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

/** Redirects to the only page of an account that must do something first. */
function redirectToRequired(admin: CurrentAdmin | null): void {
  const section = requiredSection(admin ?? {})
  if (section) throw redirect({ to: SECTION_PATHS[section], replace: true })
}

const forbiddenRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/403',
  beforeLoad: ({ context }) => redirectToRequired(context.admin),
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

const NotFoundPage = lazyScreen(() => import('../features/errors/not-found-page.tsx'), 'NotFoundPage')

const notFoundRoute = createRoute({
  getParentRoute: () => guardRoute,
  path: '$',
  beforeLoad: ({ context }) => redirectToRequired(context.admin),
  staticData: { title: NOT_FOUND_TITLE },
  component: NotFoundPage,
})

function screenRoute({ path, title, page, section, gallery }: Screen) {
  return createRoute({
    getParentRoute: () => guardRoute,
    path,
    staticData: { title, ...(gallery && { gallery }) },
    component: page,
    beforeLoad: ({ context: { admin } }) => {
      if (section === requiredSection(admin ?? {})) return
      redirectToRequired(admin)
      if (!mayOpen(admin ?? {}, section)) throw redirect({ to: '/403', replace: true })
    },
  })
}

/** On a plain backend, the path is unknown (specification, section 2). */
function extraScreenRoute(screen: ExtraScreen) {
  const { path, title, page: Page } = screen
  return createRoute({
    getParentRoute: () => guardRoute,
    path,
    staticData: { title, isExtra: true },
    component: () => (useIsExtended() ? <ExtraPage screen={screen} /> : <NotFoundPage />),
    // As the router does for a component of its own: React warns if a lazy page loads while it renders.
    loader: ({ context: { admin } }) => (isExtended(admin ?? {}) ? Page : NotFoundPage).preload?.(),
    beforeLoad: ({ context: { admin } }) => {
      redirectToRequired(admin)
      if (admin && isExtended(admin) && !hasExtraScreen(admin, screen)) throw redirect({ to: '/403', replace: true })
    },
  })
}

function ExtraPage({ screen: { area, page: Page } }: { screen: ExtraScreen }) {
  return (
    <>
      {area && <AreaTabs area={area} />}
      <Page />
    </>
  )
}

const routeTree = rootRoute.addChildren([
  loginRoute,
  loginPathRoute,
  postLoginRoute,
  frameRoute.addChildren([
    forbiddenRoute,
    guardRoute.addChildren([...SCREENS.map(screenRoute), ...EXTRA_SCREENS.map(extraScreenRoute), notFoundRoute]),
  ]),
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

function Root() {
  useHeadingFocus()
  return (
    <>
      <WindowTitle />
      <Outlet />
    </>
  )
}

/** Parses a query string as plain text: the router's default would turn `98` into a number. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Leaves empty values out. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString()
  return text && `?${text}`
}

function LoginRoute() {
  const signInAgain = useSignInAgain()
  const navigate = useNavigate()

  async function enter(entry?: LoginEntry) {
    const result = await signInAgain(entry)
    await navigate({ to: '/post-login' })
    return result
  }

  return <LoginScreen signIn={enter} />
}

function WindowTitle() {
  const { i18n } = useLingui()
  const { title, isExtra = false } = useMatches().at(-1)?.staticData ?? {}
  const me = useMe()
  const isUnknown = isExtra && me && !isExtended(me)
  const shown = isUnknown ? NOT_FOUND_TITLE : title
  useWindowTitle(shown && i18n._(shown), useTrust().trustName)
  return null
}
