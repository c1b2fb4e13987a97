import { readConfig } from '../config.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runDonationsCheck } from './run-donations-check.ts'

// `npm run donations:check`, with or without a running server. Exits with 0 if there is nothing to
// check by hand, with 1 if there is, and with 2 if the check failed.

await runCommand(2, async () => {
  readArguments({ options: {} }, (typed) => `The arguments "${typed}" are not valid: there are none.`)
  return (await runDonationsCheck(readConfig(process.env), console.log)) ? 0 : 1
})
