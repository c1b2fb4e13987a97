// `npm run donations:check`: compares the totals and search texts with the donations.
// `-- --rebuild` recomputes the totals and search texts.
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'

ensureInstalled()
runInForeground([
  {
    command: node26,
    args: [...serverArguments('server/src/commands/donations-check.ts'), ...process.argv.slice(2)],
    env: serverEnvironment(),
  },
])
