import { parseArgs } from 'node:util'
import type { Database } from './own-server.ts'

interface RunOptions<Flag> {
  database: Database
  seed: number
  /** The value of the option that says how long the run is. */
  count: number
  /** Those of the known flags that are set. */
  flags: Flag[]
}

/** Reads `--database`, `--seed` and the option `name` of a long run. Ends the process if one is wrong. */
export function readRunOptions<Flag extends string>(
  name: string,
  usual: number,
  known: readonly Flag[] = [],
): RunOptions<Flag> {
  try {
    const texts = Object.fromEntries(['database', 'seed', name].map((option) => [option, { type: 'string' } as const]))
    const booleans = Object.fromEntries(known.map((flag) => [flag, { type: 'boolean' } as const]))
    const { values } = parseArgs({ options: { ...texts, ...booleans } })
    const { database = 'sqlite', seed = `${Math.floor(Math.random() * 2 ** 31)}` } = values
    if (database !== 'sqlite' && database !== 'postgresql') throw new Error('--database must be sqlite or postgresql.')
    const flags = known.filter((flag) => values[flag] === true)
    return { database, seed: wholeNumber(`${seed}`), count: wholeNumber(`${values[name] ?? usual}`), flags }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new Error(`"${text}" is not a whole number.`)
}
