// Runs a program of server/src/commands with the server's settings:
// node scripts/command.mjs <name> [arguments]
import { runInForeground } from './foreground.mjs'
import { ensureInstalled, node26 } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'

const [name, ...args] = process.argv.slice(2)
ensureInstalled()
runInForeground([
  {
    command: node26,
    args: [...serverArguments(`server/src/commands/${name}.ts`), ...args],
    env: serverEnvironment(),
  },
])
