import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { toast } from 'react-hot-toast/headless'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { openApp } from '../src/app/app.tsx'
import { activateLanguage } from '../src/locales/language.ts'
import { findSignedInAdmin } from '../src/session/fetch-current-admin.ts'
import { startSession } from '../src/session/session-state.ts'
import { findFirstScreen } from '../src/start/first-screen.ts'
import { type AppStart, Panel as PanelRoot, type View } from '../src/start/panel.tsx'
import { loadAccountLanguage } from '../src/start/use-language-choice.ts'
import '../src/ui/theme.css'
import { ok, respondWith } from './backend.ts'

export type Backend = Parameters<typeof respondWith>[0]

/** A backend where nobody is signed in. */
export const NOBODY: Backend = { 'GET /admin/me': [401, { success: false, message: 'Please log in' }] }

/** A backend where an admin of these sections is signed in. */
export function signedIn(sections: string[], more: object = {}): Backend {
  const admin = { _id: '1', username: 'seva', email: 'seva@trust.example', role: 'admin', sections, ...more }
  return { 'GET /admin/me': [200, admin] }
}

/** A button by its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** On a plain backend. */
export const SUPERADMIN = signedIn([], { role: 'superadmin' })
export const EXTENDED_SUPERADMIN = signedIn([], { role: 'superadmin', level: 1 })

/** A backend where Meera has the record of this kind and id open in a form too. */
export function editedByMeera(kind: string, id: string): Backend {
  const editors = [{ username: 'Meera', since: '2026-11-23T06:09:00.000Z' }]
  return { [`POST /editing "kind":"${kind}","id":"${id}"`]: ok(editors) }
}

/**
 * Renders the whole panel at a path, in English and 1280 px wide. Where the panel would
 * reload the page, the test renders the panel again.
 */
export async function openPanel(path: string, backend: Backend, history: RouterHistory = memoryOf(path)) {
  localStorage.clear()
  await page.viewport(1280, 800)
  await activateLanguage('en')
  await respondWith(backend)
  const loads: string[] = []
  let current = await load(history)
  // Without an answer of /admin/me the panel only says that it is checking.
  if (backend['GET /admin/me']) await current.firstView

  async function load(history: RouterHistory) {
    toast.remove()
    startSession()
    let app: Awaited<ReturnType<typeof openApp>> | undefined
    const config = { apiHost: '', mediaHost: '', trustName: 'Seva Trust', trustNames: { hi: 'सेवा ट्रस्ट' } }
    const openHere = async (start: AppStart) => {
      await loadAccountLanguage(start.admin)
      app = await openApp(start, history)
      return app.element
    }
    const firstView = findSignedInAdmin().then(async (admin): Promise<View> => {
      const first = findFirstScreen(history, admin)
      if (first.kind === 'login') return first
      return { kind: 'app', element: await openHere({ admin: first.admin, isAfterLogin: false }) }
    })
    const panel = (
      <PanelRoot config={config} history={history} firstView={firstView} openApp={openHere} loadPage={loadAnew} />
    )
    return { screen: await render(panel), history, firstView, app: () => app }
  }

  function loadAnew(to: string) {
    // React cannot unmount within an effect.
    setTimeout(async () => {
      await current.screen.unmount()
      current = await load(memoryOf(`/${to}`))
      loads.push(`/${to}`)
    })
  }

  function running() {
    const app = current.app()
    if (!app) throw new Error('The login screen has no query client and no router.')
    return app
  }

  return {
    ...current.screen,
    /** The paths at which the panel has reloaded. */
    loads,
    get queryClient() {
      return running().queryClient
    },
    get router() {
      return running().router
    },
    path: () => current.history.location.pathname,
  }
}

function memoryOf(path: string): RouterHistory {
  return createMemoryHistory({ initialEntries: [path] })
}

export type Panel = Awaited<ReturnType<typeof openPanel>>
