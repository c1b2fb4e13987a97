import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PanelConfig } from '../api/host.ts'
import type { Language } from '../locales/initial-language.ts'
import { activateLanguage, loadScreenMessages } from '../locales/language.ts'
import { findFirstScreen } from './first-screen.ts'
import { type AppStart, Panel } from './panel.tsx'
import { browserHistory } from './panel-history.ts'
import './start-failure.css'
import '../ui/theme.css'

interface StartOptions {
  config: PanelConfig
  language: Language
  admin: Promise<CurrentAdmin | null>
  onFailure: (error: unknown) => void
}

/** Renders the panel. */
export async function startPanel({ config, language, admin, onFailure }: StartOptions): Promise<void> {
  await activateLanguage(language)
  const root = document.getElementById('root')
  if (!root) return
  const firstScreen = admin.then((known) => findFirstScreen(browserHistory, known))
  createRoot(root).render(
    <StrictMode>
      <Panel
        config={config}
        history={browserHistory}
        firstScreen={firstScreen}
        openApp={openApp}
        loadPage={loadPage}
        onFailure={onFailure}
      />
    </StrictMode>,
  )
  // While the user types. The login loads them again and shows a failure.
  if ((await firstScreen).kind === 'login') whenIdle(() => loadApp().catch(() => {}))
}

async function openApp(start: AppStart) {
  const app = await loadApp()
  return (await app.openApp(start)).element
}

async function loadApp() {
  const [app] = await Promise.all([import('../app/app.tsx'), loadScreenMessages()])
  return app
}

function loadPage(path: string): void {
  location.replace(import.meta.env.BASE_URL + path)
}

/** Safari 15 has no idle callback. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 })
  else setTimeout(task, 2_000)
}
