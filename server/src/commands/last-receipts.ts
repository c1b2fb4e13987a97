import { StartError } from '../errors.ts'
import type { LastReceipt } from '../resources/backups/fill-service.ts'
import { ask, isInteractive } from './terminal.ts'

/** More numbers than this were hardly issued since the backup: more likely a typing error. */
const MAX_VOID = 100_000
const SERIES = /^\d{4}-\d{2}$/

interface Terminal {
  ask(question: string): Promise<string>
  isInteractive(): boolean
}

/** Reads `--last-receipt 2026-27=123`. Of several numbers of a series the highest counts. Throws StartError. */
export function parseLastReceipts(values: readonly string[]): LastReceipt[] {
  return highest(
    values.map((value) => {
      const [series = '', number = ''] = value.split('=')
      if (!SERIES.test(series) || !/^\d{1,9}$/.test(number)) {
        throw new StartError(`A last receipt must be stated like 2026-27=123, but it is "${value}".`)
      }
      return { series, lastNumber: Number(number) }
    }),
  )
}

/**
 * Returns the last number of every series: given by argument, or else asked for on the terminal,
 * until the answer is possible. Throws StartError if one is unknown, or is not possible.
 */
export async function askLastReceipts(
  backedUp: readonly LastReceipt[],
  given: readonly LastReceipt[],
  createdAt: string,
  terminal: Terminal = { ask, isInteractive },
): Promise<LastReceipt[]> {
  for (const each of given) assertPossible(each, backedUp)
  const open = backedUp.filter(({ series }) => !given.some((each) => each.series === series))
  if (open.length > 0 && !terminal.isInteractive()) {
    throw new StartError(
      `The last receipt number that was issued in each series is needed. State it for each, such as ${open
        .map(({ series, lastNumber }) => `--last-receipt ${series}=${lastNumber}`)
        .join(' ')} if the backup has the last ones.`,
    )
  }
  const answers = [...given]
  const askFor = async (question: string, toValues: (answer: string) => readonly string[]) => {
    for (let hint = ''; ; ) {
      try {
        const receipts = parseLastReceipts(toValues(await terminal.ask(`${hint}${question}`)))
        for (const each of receipts) assertPossible(each, backedUp)
        answers.push(...receipts)
        return
      } catch (error) {
        if (!(error instanceof StartError)) throw error
        hint = `${error.message}\n`
      }
    }
  }
  for (const { series, lastNumber } of open) {
    const question = `Last receipt number issued in ${series} (the backup of ${createdAt} has ${lastNumber}; Enter if there is no later one): `
    await askFor(question, (answer) => [`${series}=${answer || lastNumber}`])
  }
  if (terminal.isInteractive() && given.length === 0) {
    const question = 'Receipts of a series that the backup lacks, such as 2026-27=12 (Enter if there are none): '
    await askFor(question, (answer) => answer.split(',').flatMap((part) => part.trim() || []))
  }
  return highest(answers)
}

function highest(receipts: readonly LastReceipt[]): LastReceipt[] {
  const numbers = new Map<string, number>()
  for (const { series, lastNumber } of receipts) numbers.set(series, Math.max(lastNumber, numbers.get(series) ?? 0))
  return [...numbers].map(([series, lastNumber]) => ({ series, lastNumber }))
}

function assertPossible({ series, lastNumber }: LastReceipt, backedUp: readonly LastReceipt[]): void {
  const known = backedUp.find((each) => each.series === series)?.lastNumber ?? 0
  if (lastNumber < known)
    throw new StartError(`The backup holds receipt ${known} of ${series}: its last number cannot be ${lastNumber}.`)
  if (lastNumber - known > MAX_VOID)
    throw new StartError(
      `Receipt ${lastNumber} of ${series} is more than ${MAX_VOID} after the backup's last, ${known}.`,
    )
}
