import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { newKeyFile } from '../resources/backups/archive/encryption.ts'
import { fromUser, KEY_OPTIONS, readArchiveKey } from './archive-arguments.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runBackup, runDailyBackup } from './run-backup.ts'

// `npm run backup -- FILE`, with or without a running server. `--daily` is the backup of the day, which
// the server starts. Exits with 0 for a good backup, with 1 if it has a problem, and with 2 if there
// is none.

const OPTIONS = {
  ...KEY_OPTIONS,
  daily: { type: 'boolean', default: false },
  'new-key': { type: 'string' },
} as const
const USAGE =
  'Usage: npm run backup -- FILE, with --key-file KEY or --passphrase to encrypt it; or npm run backup -- --new-key KEY, or npm run backup -- --daily.'

await runCommand(2, async () => {
  const { env } = process
  const { values, positionals } = readArguments({ options: OPTIONS, allowPositionals: true }, () => USAGE)
  const { daily, 'new-key': newKey, ...keyOptions } = values
  if (positionals.length !== (newKey === undefined && !daily ? 1 : 0)) throw new StartError(USAGE)
  const [file = ''] = positionals
  if (newKey === undefined) {
    const config = readConfig(env)
    // A running server goes first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    const options = { file: fromUser(file, env), key: await readArchiveKey(keyOptions, env), kind: 'manual' } as const
    // The server logs what is on standard error.
    const { log, error } = console
    const problem = await (daily ? runDailyBackup(config, log, error) : runBackup(config, options, log, error))
    if (problem !== null) {
      console.error(problem)
      return 1
    }
  } else {
    const path = fromUser(newKey, env)
    const { content, recipient } = await newKeyFile()
    await writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true }).catch((error: Error) => {
      throw new StartError(`The key file ${path} could not be written: ${error.message}.`)
    })
    console.log(`Wrote ${path}. Keep a copy away from this machine: without it no backup can be opened.`)
    console.log(`A file with this line alone can encrypt, but not open, backups:\n${recipient}`)
  }
  return 0
})
