import { createRoot } from 'react-dom/client'
import { removeStaleToken } from './api/bearer.ts'
import { loadConfig } from './api/host.ts'
import { App } from './app/app.tsx'
import { activateLanguage, initialLanguage } from './locales/language.ts'
import './ui/theme.css'

async function start(): Promise<void> {
  removeStaleToken()
  const config = await loadConfig()
  await activateLanguage(initialLanguage(config.language))
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App config={config} />)
}

void start()
