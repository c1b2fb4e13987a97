// `npm start`: installs missing packages, builds the panel if it is stale, and starts the server.
// Runs on Node 20.20 or later.
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { buildPanelIfStale } from './panel-build.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'

ensureInstalled()
if (!buildPanelIfStale()) process.exit(1)
runInForeground([{ command: node26, args: [...serverArguments(), ...process.argv.slice(2)], env: serverEnvironment() }])
