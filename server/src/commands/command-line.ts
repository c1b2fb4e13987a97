import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartError } from '../errors.ts'
import { createPrivateFiles } from '../private-files.ts'

/** Reads the arguments of a command. Throws StartError with `usage`, given the arguments as typed. */
export function readArguments<const Options extends ParseArgsConfig>(
  config: Options,
  usage: (typed: string) => string,
  args = process.argv.slice(2),
) {
  try {
    return parseArgs({ args, ...config })
  } catch {
    throw new StartError(usage(args.join(' ')))
  }
}

/** Runs a command that returns its exit code. Prints why it failed, and exits with `failureCode` then. */
export async function runCommand(failureCode: 1 | 2, command: () => Promise<number>): Promise<void> {
  createPrivateFiles()
  try {
    process.exitCode = await command()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = failureCode
  }
}
