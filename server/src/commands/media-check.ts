import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { type MediaCheckOptions, runMediaCheck } from './run-media-check.ts'

// `npm run media:check`: holds files and rows against each other, beside a running server or without one. Ends with 0 when all is well,
// 1 when something was found and still stands, 2 when it could not look.

const isOff = { type: 'boolean', default: false } as const

function readArguments(args: string[]): MediaCheckOptions {
  try {
    const options = { remove: isOff, 'remove-most': isOff, remake: isOff }
    const { remove, 'remove-most': removeMost, remake } = parseArgs({ args, options }).values
    return { remove, removeMost, remake }
  } catch {
    throw new StartError(
      `The arguments "${args.join(' ')}" are not understood: there are --remove, --remove-most and --remake.`,
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
