// `npm start`: installs missing packages, builds what is stale, and starts the server.
// Runs on Node 20.20 or later.

import { buildIfStale } from './builds.mjs'
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'
import { answerArguments } from './start-arguments.mjs'

answerArguments(process.argv.slice(2))
ensureInstalled()
if (!buildIfStale()) process.exit(1)
runInForeground([{ command: node26, args: [...serverArguments(), ...process.argv.slice(2)], env: serverEnvironment() }])
