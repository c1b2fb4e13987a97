import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { fromUser, KEY_OPTIONS, readArchiveKey } from './archive-arguments.ts'
import { askLastReceipts, parseLastReceipts } from './last-receipts.ts'
import { runRestore } from './run-restore.ts'

// `npm run restore -- FILE`, into an empty place. Exits with 0 if everything is restored, else with
// 2.

function readArguments(args: string[]) {
  try {
    const options = { ...KEY_OPTIONS, 'last-receipt': { type: 'string', multiple: true } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length === 1) return { ...values, file: positionals[0] ?? '' }
  } catch {
    // Reported below.
  }
  throw new StartError(
    'Usage: npm run restore -- FILE, with --key-file KEY or --passphrase if it is encrypted, and --last-receipt 2026-27=123 for each series.',
  )
}

try {
  const { env } = process
  const { file, 'last-receipt': lastReceipts = [], ...keyOptions } = readArguments(process.argv.slice(2))
  const given = parseLastReceipts(lastReceipts)
  await runRestore(
    readConfig(env),
    {
      file: fromUser(file, env),
      key: await readArchiveKey(keyOptions, env),
      askLastReceipts: ({ receipts, createdAt }) => askLastReceipts(receipts, given, createdAt),
    },
    console.log,
  )
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 2
}
