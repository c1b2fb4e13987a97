// `npm start`: installs missing packages, builds what is stale, and starts the server.
// Runs on Node 20.20 or later.

import { buildIfStale } from './builds.mjs'
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'
import { handleArguments } from './start-arguments.mjs'

const args = process.argv.slice(2)
// npm drops these hyphens; `./start -- --demo` of a release does not.
if (args[0] === '--') args.shift()
handleArguments(args)
ensureInstalled()
if (!buildIfStale()) process.exit(1)
runInForeground([{ command: node26, args: [...serverArguments(), ...args], env: serverEnvironment() }])
