// `npm run contract:check -- URL --username NAME`: holds any backend against what the panel asks of it.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, node26, root, toolEnvironment } from './install.mjs'

ensureInstalled()
// In the foreground of the terminal, where it may ask for a password.
const { status } = spawnSync(node26, ['server/src/contract-check.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: toolEnvironment(),
})
process.exit(status ?? 1)
