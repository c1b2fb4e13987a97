import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { toast } from 'react-hot-toast/headless'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from '../src/app/app.tsx'
import { createQueryClient } from '../src/app/query-client.ts'
import { createAppRouter } from '../src/app/router.tsx'
import { activateLanguage } from '../src/locales/language.ts'
import { startSession } from '../src/session/session-state.ts'
import '../src/ui/theme.css'
import { respondWith } from './backend.ts'

export type Backend = Parameters<typeof respondWith>[0]

/** A backend where nobody is signed in. */
export const NOBODY: Backend = { 'GET /admin/me': [401, { success: false, message: 'Please log in' }] }

/** A backend where an admin of these sections is signed in. */
export function signedIn(sections: string[], more: object = {}): Backend {
  const admin = { _id: '1', username: 'seva', email: 'seva@trust.example', role: 'admin', sections, ...more }
  return { 'GET /admin/me': [200, admin] }
}

export const SUPERADMIN = signedIn([], { role: 'superadmin' })

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

  async function load(history: RouterHistory) {
    toast.remove()
    startSession()
    const queryClient = createQueryClient()
    const router = createAppRouter(queryClient, history)
    const config = { apiHost: '', mediaHost: '', trustName: 'Seva Trust' }
    const app = <App config={config} queryClient={queryClient} router={router} loadPage={loadAnew} />
    const screen = await render(app)
    return { screen, queryClient, router }
  }

  function loadAnew(to: string) {
    // React cannot unmount within an effect.
    setTimeout(async () => {
      await current.screen.unmount()
      current = await load(memoryOf(`/${to}`))
      loads.push(`/${to}`)
    })
  }

  return {
    ...current.screen,
    /** The paths at which the panel has reloaded. */
    loads,
    get queryClient() {
      return current.queryClient
    },
    get router() {
      return current.router
    },
    path: () => current.router.state.location.pathname,
  }
}

function memoryOf(path: string): RouterHistory {
  return createMemoryHistory({ initialEntries: [path] })
}

export type Panel = Awaited<ReturnType<typeof openPanel>>
