// `npm run admin:create` creates a superadmin, `npm run admin:reset` resets a password.
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
