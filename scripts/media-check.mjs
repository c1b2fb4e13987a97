// `npm run media:check`: lists files without a row, and rows without a file. `-- --remove` deletes
// the files without a row.
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'

ensureInstalled()
runInForeground([
  {
    command: node26,
    args: [...serverArguments('server/src/commands/media-check.ts'), ...process.argv.slice(2)],
    env: serverEnvironment(),
  },
])
