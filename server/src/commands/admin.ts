import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { type AdminCommand, runAdminCommand } from './run-admin-command.ts'

// `npm run admin:create` and `npm run admin:reset`, with or without a running server. On failure,
// exits with 1 and changes nothing.

const USAGE = {
  create: 'npm run admin:create -- --username NAME --email ADDRESS',
  reset: 'npm run admin:reset -- --username NAME',
}

function readArguments([kind, ...args]: string[]): AdminCommand {
  const text = { type: 'string' } as const
  if (kind === 'create') {
    const { username, email } = parse(args, { username: text, email: text }, USAGE.create)
    if (username !== undefined && email !== undefined) return { kind, username, email }
    throw new StartError(`Name the new account: ${USAGE.create}`)
  }
  const { username } = parse(args, { username: text }, USAGE.reset)
  if (username !== undefined) return { kind: 'reset', username }
  throw new StartError(`Name the account: ${USAGE.reset}`)
}

function parse<Name extends string>(
  args: string[],
  options: Record<Name, { type: 'string' }>,
  usage: string,
): Partial<Record<Name, string>> {
  try {
    return parseArgs({ args, options }).values as Partial<Record<Name, string>>
  } catch {
    throw new StartError(`The arguments "${args.join(' ')}" are not valid: ${usage}`)
  }
}

try {
  await runAdminCommand(readConfig(process.env), readArguments(process.argv.slice(2)), console.log)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
