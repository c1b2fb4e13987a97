import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { type MediaCheckOptions, runMediaCheck } from './run-media-check.ts'

// `npm run media:check`, with or without a running server. Exits with 0 if files and rows agree,
// with 1 if a difference remains, and with 2 if the check failed.

const isOff = { type: 'boolean', default: false } as const

function readArguments(args: string[]): MediaCheckOptions {
  try {
    const options = { remove: isOff, 'remove-most': isOff, remake: isOff }
    const { remove, 'remove-most': removeMost, remake } = parseArgs({ args, options }).values
    return { remove, removeMost, remake }
  } catch {
    throw new StartError(
      `The arguments "${args.join(' ')}" are not valid. The options are --remove, --remove-most and --remake.`,
    )
  }
}

try {
  const { isClean } = await runMediaCheck(readConfig(process.env), readArguments(process.argv.slice(2)), console.log)
  process.exitCode = isClean ? 0 : 1
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 2
}
