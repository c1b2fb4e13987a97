import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runHistoryErase } from './run-history.ts'

// `npm run history:erase -- --record KIND ID`, also beside a running server.

const USAGE = 'Usage: npm run history:erase -- --record KIND ID, such as --record message 66a0b1c2d3e4f5a6b7c8d9e0.'

await runCommand(1, async () => {
  const config = { options: { record: { type: 'string' } }, allowPositionals: true } as const
  const { values, positionals } = readArguments(config, () => USAGE)
  const [id, ...others] = positionals
  if (values.record === undefined || id === undefined || others.length > 0) throw new StartError(USAGE)
  await runHistoryErase(readConfig(process.env), { kind: values.record, id }, console.log)
  return 0
})
