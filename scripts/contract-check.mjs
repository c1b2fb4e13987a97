// `npm run contract:check -- URL --username NAME`: checks that a backend fulfils the panel's
// contract.
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'

ensureInstalled()
runInForeground([{ command: node26, args: ['contract-check/src/main.ts', ...process.argv.slice(2)] }])
