// The entry of the panel. It is small, and sends the first requests while the rest is loading.

import type { Language } from '@sevadesk/contract/base/language.ts'
import { loadConfig } from './api/host.ts'
import { removeStaleToken } from './api/identity/bearer.ts'
import { reloadIfOutdated } from './api/newer-panel.ts'
import { mayOpenPath, preloadScreen, requestScreenData } from './app/prepare-screen.ts'
import { initialLanguage } from './locales/initial-language.ts'
import { SCREEN_MESSAGES } from './locales/screen-messages.ts'
import { findSignedInAdmin, startPath } from './session/fetch-current-admin.ts'
import { type Rights, rememberedRights } from './session/remembered-rights.ts'
import { browserHistory, panelPath } from './start/panel-history.ts'

/** Paths that lead to the login screen or to the user's first screen. */
const ENTRIES = ['/', '/login', '/post-login']

async function start(): Promise<void> {
  removeStaleToken()
  const [{ startPanel }, options] = await Promise.all([import('./start/start.tsx'), prepare()])
  await startPanel(options)
  document.getElementById('start-failure')?.remove()
}

/** Reads the settings, and sends the first requests. */
async function prepare() {
  const config = await loadConfig()
  const language = initialLanguage(config.language)
  document.documentElement.lang = language
  const admin = findSignedInAdmin()
  prepareFirstScreen(language, admin).catch(() => {}) // Only saves time.
  return { config, language, admin }
}

/** Loads the first screen's code and requests its data, as soon as both are known. */
async function prepareFirstScreen(language: Language, admin: Promise<Rights | null>): Promise<void> {
  const path = panelPath(browserHistory.location)
  const isEntry = ENTRIES.includes(path)
  const remembered = isEntry ? undefined : rememberedRights()
  const rights = remembered ?? (await admin)
  if (!rights || new URLSearchParams(location.search).get('login') === 'again') return
  const screen = isEntry ? startPath(rights) : path
  preloadApp(screen, language)
  // A search or filter changes the requests.
  const isPlain = isEntry || location.search === ''
  if (isPlain && mayOpenPath(screen, rights)) requestScreenData(screen, rights)
}

function preloadApp(screen: string, language: Language): void {
  // Both are loaded again where they are needed, and a failure is shown there.
  Promise.all([import('./app/app.tsx'), SCREEN_MESSAGES[language]()]).catch(() => {})
  preloadScreen(screen)
}

/** Shows a text of index.html, since the catalogue may be what failed to load. */
async function showFailure(error: unknown): Promise<void> {
  console.error(error)
  if (await reloadIfOutdated()) return
  document.getElementById('start-failure')?.removeAttribute('hidden')
}

start().catch(showFailure)
