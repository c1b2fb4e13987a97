import { readConfig } from '../config.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runMediaCheck } from './run-media-check.ts'

// `npm run media:check`, with or without a running server. Exits with 0 if files and rows agree,
// with 1 if a difference remains, and with 2 if the check failed.

const isOff = { type: 'boolean', default: false } as const

await runCommand(2, async () => {
  const {
    remove,
    'remove-most': removeMost,
    remake,
  } = readArguments(
    { options: { remove: isOff, 'remove-most': isOff, remake: isOff } },
    (typed) => `The arguments "${typed}" are not valid. The options are --remove, --remove-most and --remake.`,
  ).values
  const { isClean } = await runMediaCheck(readConfig(process.env), { remove, removeMost, remake }, console.log)
  return isClean ? 0 : 1
})
