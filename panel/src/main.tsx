import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from './api/host.ts'
import { removeStaleToken } from './api/identity/bearer.ts'
import { App } from './app/app.tsx'
import './app/start-failure.css'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter, preloadLogin, preloadShell } from './app/router.tsx'
import { activateLanguage, initialLanguage } from './locales/language.ts'
import { findAdmin } from './session/current-admin.ts'
import './ui/theme.css'

async function start(): Promise<void> {
  removeStaleToken()
  const config = await loadConfig()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  // In parallel with the texts, since each round trip counts on a slow line.
  void findAdmin(queryClient)
  void preloadLogin(location.pathname)
  await activateLanguage(initialLanguage(config.language))
  const stopWaiting = router.subscribe('onResolved', () => {
    stopWaiting()
    whenIdle(() => void preloadShell())
  })
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App config={config} queryClient={queryClient} router={router} loadPage={loadPage} />
    </StrictMode>,
  )
  document.getElementById('start-failure')?.remove()
}

function loadPage(path: string): void {
  location.replace(import.meta.env.BASE_URL + path)
}

/** Safari 15 has no idle callback. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 })
  else setTimeout(task, 2_000)
}

/** Shows a text of index.html, since the catalogue may be what failed to load. */
function showFailure(error: unknown): void {
  console.error(error)
  document.getElementById('start-failure')?.removeAttribute('hidden')
}

start().catch(showFailure)
