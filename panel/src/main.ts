// The entry of the panel. It is small, and sends the first requests while the rest is loading.
import { loadConfig } from './api/host.ts'
import { removeStaleToken } from './api/identity/bearer.ts'
import { reloadIfOutdated } from './api/newer-panel.ts'
import { mayOpenPath, preloadScreen, requestScreenData } from './app/prepare-screen.ts'
import { initialLanguage, type Language } from './locales/initial-language.ts'
import { SCREEN_MESSAGES } from './locales/screen-messages.ts'
import { findSignedInAdmin, startPath } from './session/fetch-current-admin.ts'
import { type Rights, rememberedRights } from './session/remembered-rights.ts'
import { browserHistory, panelPath } from './start/panel-history.ts'

/** Paths that lead to the login screen or to the user's first screen. */
const ENTRIES = ['/', '/login', '/post-login']

async function start(): Promise<void> {
  removeStaleToken()
  const starting = import('./start/start.tsx')
  const config = await loadConfig()
  const language = initialLanguage(config.language)
  document.documentElement.lang = language
  const admin = findSignedInAdmin()
  void prepareFirstScreen(language, admin)
  const { startPanel } = await starting
  await startPanel({ config, language, admin, onFailure: showFailure })
  document.getElementById('start-failure')?.remove()
}

/** Loads the first screen's code and requests its data, as soon as both are known. */
async function prepareFirstScreen(language: Language, admin: Promise<Rights | null>): Promise<void> {
  const path = panelPath(browserHistory.location)
  const isEntry = ENTRIES.includes(path)
  if (!isEntry) preloadApp(path, language)
  if (!isEntry && location.search !== '') return // A search or filter changes the requests.

  const known = (!isEntry && rememberedRights()) || (await admin)
  if (!known) return
  const screen = isEntry ? startPath(known) : path
  if (isEntry) preloadApp(screen, language)
  if (mayOpenPath(screen, known)) requestScreenData(screen, known.capabilities)
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
