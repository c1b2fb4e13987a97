import { readConfig } from '../config.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runHistoryVerify } from './run-history.ts'

// `npm run history:verify`, also beside a running server. Exits with 0 if the history is whole, with
// 1 if it is broken, and with 2 if it could not be read.

await runCommand(2, async () => {
  readArguments({ options: {} }, (typed) => `The arguments "${typed}" are not valid: there are none.`)
  return (await runHistoryVerify(readConfig(process.env), console.log)) ? 0 : 1
})
