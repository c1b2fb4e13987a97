import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { runHistoryVerify } from './run-history.ts'

// `npm run history:verify`, also beside a running server. Exits with 0 if the history is whole, with
// 1 if it is broken, and with 2 if it could not be read.

function assertNoArguments(args: string[]): void {
  try {
    parseArgs({ args, options: {} })
  } catch {
    throw new StartError(`The arguments "${args.join(' ')}" are not valid: there are none.`)
  }
}

try {
  assertNoArguments(process.argv.slice(2))
  process.exitCode = (await runHistoryVerify(readConfig(process.env), console.log)) ? 0 : 1
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 2
}
