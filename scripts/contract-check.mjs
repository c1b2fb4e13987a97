// `npm run contract:check -- URL --username NAME`: holds any backend against what the panel asks of it.
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'

ensureInstalled()
runInForeground([{ command: node26, args: ['contract-check/src/main.ts', ...process.argv.slice(2)] }])
