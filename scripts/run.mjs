// Installs missing packages and runs a file on Node 26: node scripts/run.mjs <file> [arguments]
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'

ensureInstalled('test')
runInForeground([{ command: node26, args: process.argv.slice(2) }])
