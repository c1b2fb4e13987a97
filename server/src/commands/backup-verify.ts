import { tmpdir } from 'node:os'
import { deleteLeftoverParts } from '../media/disk-files.ts'
import { allFindings, verifyBackup } from '../resources/backups/verify-service.ts'
import { fromUser, KEY_OPTIONS, readArchiveKey, readFileArguments } from './archive-arguments.ts'
import { runCommand } from './command-line.ts'

// `npm run backup:verify -- FILE`. Exits with 0 for a good backup, with 1 if it can be restored but
// something in it is wrong, and with 2 if it cannot be restored.

const USAGE = 'Usage: npm run backup:verify -- FILE, with --key-file KEY or --passphrase if it is encrypted.'

await runCommand(2, async () => {
  const { env } = process
  const { file, ...keyOptions } = readFileArguments(KEY_OPTIONS, USAGE)
  const key = await readArchiveKey(keyOptions, env)
  // Of a verification that was killed: it holds all rows.
  await deleteLeftoverParts(tmpdir()).catch(() => undefined)
  const report = await verifyBackup(fromUser(file, env), key)
  const { info, files, bytes } = report
  const findings = allFindings(report)
  console.log(`Backup of ${info.createdAt}, ${info.engine}, SevaDesk ${info.version}: ${files} files and the database.`)
  for (const [table, count] of Object.entries(info.tables)) if (count > 0) console.log(`  ${table}: ${count}`)
  for (const { status, currency, count, amount } of info.donations)
    console.log(`  donations ${status ?? '(no status)'}: ${count}, ${currency} ${(amount / 100).toFixed(2)}`)
  for (const { series, lastNumber } of info.receipts) console.log(`  receipts ${series}: 1 to ${lastNumber}`)
  for (const finding of findings) console.log(finding)
  if (findings.length === 0) console.log(`No problems found in ${(bytes / 1e6).toFixed(1)} MB.`)
  return findings.length === 0 ? 0 : 1
})
