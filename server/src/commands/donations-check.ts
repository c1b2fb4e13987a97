import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { runDonationsCheck } from './run-donations-check.ts'

// `npm run donations:check` works beside a running server. Exits with 0 when everything agrees at the end, 1 when it does
// not, 2 when the check could not run.

function readArguments(args: string[]): { rebuild: boolean } {
  try {
    return parseArgs({ args, options: { rebuild: { type: 'boolean', default: false } } }).values
  } catch {
    throw new StartError(`The arguments "${args.join(' ')}" are not understood: the only one is --rebuild.`)
  }
}

try {
  const isCorrect = await runDonationsCheck(readConfig(process.env), readArguments(process.argv.slice(2)), console.log)
  process.exitCode = isCorrect ? 0 : 1
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 2
}
