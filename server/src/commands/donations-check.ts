import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { runDonationsCheck } from './run-donations-check.ts'

// `npm run donations:check`, also beside a running server, except for `--rebuild` on SQLite. Exits
// with 0 if no difference remains, with 1 if a difference remains, and with 2 if the check failed.

function readArguments(args: string[]): { rebuild: boolean } {
  try {
    return parseArgs({ args, options: { rebuild: { type: 'boolean', default: false } } }).values
  } catch {
    throw new StartError(`The arguments "${args.join(' ')}" are not valid: the only one is --rebuild.`)
  }
}

try {
  const isCorrect = await runDonationsCheck(readConfig(process.env), readArguments(process.argv.slice(2)), console.log)
  process.exitCode = isCorrect ? 0 : 1
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 2
}
