// `npm run dev`: the server restarts and the panel reloads when their files change. Open the
// address that Vite prints.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runInForeground } from './foreground.mjs'
import { binPath, ensureInstalled, node26, root } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'
import { handleArguments } from './start-arguments.mjs'

const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
const panelOrigins = ['http://localhost:5173', 'http://127.0.0.1:5173', process.env.PANEL_ORIGINS].filter(Boolean)

handleArguments(process.argv.slice(2))
ensureInstalled()
runInForeground([
  {
    command: node26,
    args: ['--watch', '--watch-preserve-output', ...serverArguments('server/src/main.ts'), ...process.argv.slice(2)],
    env: { ...serverEnvironment(), PANEL_ORIGINS: panelOrigins.join(',') },
  },
  {
    command: binPath('vite'),
    args: ['panel', '--config', 'panel/vite.config.ts', '--strictPort', '--clearScreen', 'false'],
  },
])
