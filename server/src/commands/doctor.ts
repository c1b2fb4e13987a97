import { readArguments, runCommand } from './command-line.ts'
import { runDoctor } from './run-doctor.ts'

// `npm run doctor`, with or without a running server. Exits with 0 if nothing is wrong, with 1 if
// something is, and with 2 if it could not check.

await runCommand(2, async () => {
  readArguments({ options: {} }, (typed) => `The arguments "${typed}" are not valid: there are none.`)
  return (await runDoctor(process.env, console.log)) ? 0 : 1
})
