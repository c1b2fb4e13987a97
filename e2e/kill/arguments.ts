import { parseArgs } from 'node:util'

export interface KillArguments {
  /** The work to interrupt: changing media and rows, recording captures and receipts, or backups. */
  subject: 'content' | 'receipts' | 'backup'
  database: 'sqlite' | 'postgresql'
  rounds: number
  seed: number
}

/** Throws an Error with a message for the user if an argument is unknown or invalid. */
export function readArguments(args: string[]): KillArguments {
  const { values } = parseArgs({
    args,
    options: {
      receipts: { type: 'boolean' },
      backup: { type: 'boolean' },
      rounds: { type: 'string' },
      seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 32)}` },
      database: { type: 'string', default: 'sqlite' },
    },
  })
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgresql') {
    throw new Error(`--database must be sqlite or postgresql, but it is "${database}".`)
  }
  if (values.receipts && values.backup) throw new Error('Use either --receipts or --backup.')
  const subject = subjectOf(values)
  return {
    subject,
    database,
    rounds: wholeNumber('rounds', values.rounds ?? (subject === 'backup' ? '50' : '100'), 1),
    seed: wholeNumber('seed', values.seed, 0),
  }
}

function subjectOf({ receipts, backup }: { receipts?: boolean; backup?: boolean }): KillArguments['subject'] {
  if (receipts) return 'receipts'
  return backup ? 'backup' : 'content'
}

/** Throws an Error with a message for the user. */
export function wholeNumber(name: string, value: string, least: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(number) && number >= least) return number
  throw new Error(`--${name} must be a whole number from ${least} on, but it is "${value}".`)
}
