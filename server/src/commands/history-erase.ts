import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { runHistoryErase } from './run-history.ts'

// `npm run history:erase -- --record KIND ID`, also beside a running server.

const USAGE = 'Usage: npm run history:erase -- --record KIND ID, such as --record message 66a0b1c2d3e4f5a6b7c8d9e0.'

function readArguments(args: string[]): { kind: string; id: string } {
  const { values, positionals } = parse(args)
  const [id, ...others] = positionals
  if (values.record === undefined || id === undefined || others.length > 0) throw new StartError(USAGE)
  return { kind: values.record, id }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { record: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new StartError(USAGE)
  }
}

try {
  await runHistoryErase(readConfig(process.env), readArguments(process.argv.slice(2)), console.log)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
