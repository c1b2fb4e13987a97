import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { backendAt } from './backend-client.ts'
import { CheckError } from './check-error.ts'
import { runContractCheck } from './run-contract-check.ts'

// `npm run contract:check -- URL`: reads a backend of whomever as the panel would. Ends with 0 when nothing differs that the panel would
// show, and with 1 when something does, when it was stopped, or when it could not look.

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
    // Told below, like what is left out.
  }
  throw new CheckError(
    `Say which backend, and who signs in: ${USAGE}. The password is asked for, or read from ${PASSWORD_VARIABLE}.`,
  )
}

/** Never an argument: those stand in the list of programs for all to see. */
async function readPassword(username: string): Promise<string> {
  const known = process.env[PASSWORD_VARIABLE]
  if (known) return known
  if (!process.stdin.isTTY) throw new CheckError(`There is nobody to ask: put the password into ${PASSWORD_VARIABLE}.`)
  process.stdout.write(`Password of ${username}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  const password = await reader.question('')
  reader.close()
  process.stdout.write('\n')
  return password
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
