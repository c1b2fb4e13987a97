import { readConfig } from '../config.ts'
import { fromUser, KEY_OPTIONS, readArchiveKey, readFileArguments } from './archive-arguments.ts'
import { runCommand } from './command-line.ts'
import { askLastReceipts, parseLastReceipts } from './last-receipts.ts'
import { runRestore } from './run-restore.ts'

// `npm run restore -- FILE`, into an empty place. Exits with 0 if everything is restored, else with
// 2.

const OPTIONS = { ...KEY_OPTIONS, 'last-receipt': { type: 'string', multiple: true } } as const
const USAGE =
  'Usage: npm run restore -- FILE, with --key-file KEY or --passphrase if it is encrypted, and --last-receipt 2026-27=123 for each series.'

await runCommand(2, async () => {
  const { env } = process
  const { file, 'last-receipt': lastReceipts = [], ...keyOptions } = readFileArguments(OPTIONS, USAGE)
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
  return 0
})
