// `npm run admin:create` and `npm run admin:reset`: a new superadmin, and a new password for whoever lost theirs.
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'

ensureInstalled()
runInForeground([
  {
    command: node26,
    args: [...serverArguments('server/src/commands/admin.ts'), ...process.argv.slice(2)],
    env: serverEnvironment(),
  },
])
