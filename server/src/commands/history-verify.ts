import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { fromUser, KEY_OPTIONS, readArchiveKey } from './archive-arguments.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runHistoryAccept, runHistoryVerify } from './run-history.ts'

// `npm run history:verify`, also beside a running server. Exits with 0 if the history is whole, with
// 1 if it is broken, and with 2 if it could not be read.

const USAGE =
  'Usage: npm run history:verify -- [--backup FILE [--key-file KEY | --passphrase]] [--accept-end [--broken-row NUMBER]]'
const OPTIONS = {
  ...KEY_OPTIONS,
  backup: { type: 'string' },
  'accept-end': { type: 'boolean' },
  'broken-row': { type: 'string' },
} as const

await runCommand(2, async () => {
  const { env } = process
  const { values } = readArguments({ options: OPTIONS }, () => USAGE)
  const { backup, 'accept-end': isAccepted, 'broken-row': broken, ...keyOptions } = values
  const config = readConfig(env)
  const archive =
    backup === undefined ? {} : { file: fromUser(backup, env), key: await readArchiveKey(keyOptions, env) }
  if (broken !== undefined && !(isAccepted && /^[1-9]\d*$/.test(broken))) throw new StartError(USAGE)
  const brokenRow = broken === undefined ? undefined : Number(broken)
  const isGood = isAccepted
    ? await runHistoryAccept(config, console.log, { ...archive, brokenRow })
    : await runHistoryVerify(config, console.log, archive)
  return isGood ? 0 : 1
})
