import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PanelConfig } from '../api/host.ts'
import { activateLanguage, preloadScreenMessages } from '../locales/language.ts'
import { closeTooltipsOnEscape } from '../ui/base/tooltips.ts'
import { findFirstScreen } from './first-screen.ts'
import { type AppStart, Panel, type View } from './panel.tsx'
import { browserHistory } from './panel-history.ts'
import { loadAccountLanguage } from './use-language-choice.ts'
import './start-failure.css'
import '../ui/theme.css'

interface StartOptions {
  config: PanelConfig
  language: Language
  admin: Promise<CurrentAdmin | null>
}

/** Renders the panel; resolves when its first screen is shown. Throws if that cannot be loaded. */
export async function startPanel({ config, language, admin }: StartOptions): Promise<void> {
  closeTooltipsOnEscape()
  await activateLanguage(language)
  const container = document.getElementById('root')
  if (!container) return
  const firstView = findFirstView(admin)
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <Panel config={config} history={browserHistory} firstView={firstView} openApp={openApp} loadPage={loadPage} />
    </StrictMode>,
  )
  try {
    const { kind } = await firstView
    if (kind === 'login') whenIdle(preloadApp)
  } catch (error) {
    root.unmount()
    throw error
  }
}

async function findFirstView(admin: Promise<CurrentAdmin | null>): Promise<View> {
  const first = findFirstScreen(browserHistory, await admin)
  if (first.kind === 'login') return first
  return { kind: 'app', element: await openApp({ admin: first.admin, isAfterLogin: false }) }
}

async function openApp(start: AppStart) {
  const [app] = await Promise.all([import('../app/app.tsx'), loadAccountLanguage(start.admin)])
  return (await app.openApp(start)).element
}

/** Fetches the other screens while the user types. The login shows a failure. */
function preloadApp(): void {
  Promise.all([import('../app/app.tsx'), preloadScreenMessages()]).catch(() => {})
}

function loadPage(path: string): void {
  location.replace(import.meta.env.BASE_URL + path)
}

/** Safari 15 has no idle callback. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 })
  else setTimeout(task, 2_000)
}
