import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { toast } from 'react-hot-toast/headless'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from '../src/app/app.tsx'
import { createQueryClient } from '../src/app/query-client.ts'
import { createAppRouter } from '../src/app/router.tsx'
import { activateLanguage } from '../src/locales/language.ts'
import '../src/ui/theme.css'
import { answerWith } from './backend.ts'

export type Backend = Parameters<typeof answerWith>[0]

/** A backend to which nobody is signed in. */
export const NOBODY: Backend = { 'GET /admin/me': [401, { success: false, message: 'Please log in' }] }

/** A backend to which an admin of these sections is signed in. */
export function signedIn(sections: string[], more: object = {}): Backend {
  const admin = { _id: '1', username: 'seva', email: 'seva@trust.example', role: 'admin', sections, ...more }
  return { 'GET /admin/me': [200, admin] }
}

export const SUPERADMIN = signedIn([], { role: 'superadmin' })

/** The whole panel at a path, in English, in a wide window, against a backend that gives these answers. */
export async function openPanel(path: string, backend: Backend, history: RouterHistory = memoryOf(path)) {
  localStorage.clear()
  toast.remove() // those of former tests would lie over what this one presses
  await page.viewport(1280, 800)
  await activateLanguage('en')
  await answerWith(backend)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, history)
  const config = { apiHost: '', mediaHost: '', trustName: 'Seva Trust' }
  const screen = await render(<App config={config} queryClient={queryClient} router={router} />)
  return { ...screen, queryClient, router, path: () => router.state.location.pathname }
}

function memoryOf(path: string): RouterHistory {
  return createMemoryHistory({ initialEntries: [path] })
}

export type Panel = Awaited<ReturnType<typeof openPanel>>
