import type { ParseArgsOptionsConfig } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { readArguments, runCommand } from './command-line.ts'
import { type AdminCommand, runAdminCommand } from './run-admin-command.ts'

// `npm run admin:create` and `npm run admin:reset`, with or without a running server. On failure,
// exits with 1 and changes nothing.

const USAGE = {
  create: 'npm run admin:create -- --username NAME --email ADDRESS',
  reset: 'npm run admin:reset -- --username NAME [--two-step-off]',
}

function readCommand([kind, ...args]: string[]): AdminCommand {
  const text = { type: 'string' } as const
  if (kind === 'create') {
    const { username, email } = parse(args, { username: text, email: text }, USAGE.create)
    if (username !== undefined && email !== undefined) return { kind, username, email }
    throw new StartError(`Name the new account: ${USAGE.create}`)
  }
  const options = { username: text, 'two-step-off': { type: 'boolean' } } as const
  const { username, 'two-step-off': isSecondStepOff } = parse(args, options, USAGE.reset)
  if (username !== undefined) return { kind: isSecondStepOff ? 'second-step-off' : 'reset', username }
  throw new StartError(`Name the account: ${USAGE.reset}`)
}

function parse<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options, usage: string) {
  return readArguments({ options }, (typed) => `The arguments "${typed}" are not valid: ${usage}`, args).values
}

await runCommand(1, async () => {
  await runAdminCommand(readConfig(process.env), readCommand(process.argv.slice(2)), console.log)
  return 0
})
