// `npm run media:check`: files that no row names, and rows whose file is missing. `-- --remove` takes the files away.
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
