import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { backendAt } from './backend-client.ts'
import { CheckError } from './errors.ts'
import { runContractCheck } from './run-contract-check.ts'

// `npm run contract:check`. Exits with 0 if the check completes without a difference, else with 1.

const USAGE =
  'npm run contract:check -- https://api.example.org --username NAME [--origin https://panel.example.org] [--write]'
const PASSWORD_VARIABLE = 'CONTRACT_CHECK_PASSWORD'
const TIMEOUT_MS = 20_000

function readArguments(args: string[]) {
  try {
    const text = { type: 'string' } as const
    const options = { username: text, origin: text, write: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [address, ...rest] = positionals
    if (address !== undefined && rest.length === 0 && values.username !== undefined)
      return { address, username: values.username, origin: values.origin, isWriting: values.write }
  } catch {
    // An unknown option is reported below, like a missing argument.
  }
  throw new CheckError(
    `Name the backend and the account: ${USAGE}. The password is requested or read from ${PASSWORD_VARIABLE}.`,
  )
}

/** The password is never an argument: other users can see arguments in the process list. */
async function readPassword(username: string): Promise<string> {
  const password = process.env[PASSWORD_VARIABLE]
  if (password) return password
  if (!process.stdin.isTTY) throw new CheckError(`Without a terminal, set the password in ${PASSWORD_VARIABLE}.`)
  process.stdout.write(`Password of ${username}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  const typed = await reader.question('')
  reader.close()
  process.stdout.write('\n')
  return typed
}

try {
  const { address, username, origin, isWriting } = readArguments(process.argv.slice(2))
  const client = backendAt(address, { timeoutMs: TIMEOUT_MS, ...(origin !== undefined && { origin }) })
  const account = { username, password: await readPassword(username) }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  const isClean = await runContractCheck(client, { account, isWriting, stop: stop.signal }, console.log)
  process.exitCode = isClean ? 0 : 1
} catch (error) {
  console.error(error instanceof CheckError ? error.message : error)
  process.exitCode = 1
}
