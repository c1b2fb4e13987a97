import type { Language } from '@sevadesk/contract/base/language.ts'
import type { TrashOutcome } from '@sevadesk/contract/records/trash-schemas.ts'
import { HttpError } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { TrashAddress } from './trash-service.ts'

interface BatchOptions {
  language: Language
  log: { error(details: object, message: string): void }
}

const FAILED = localised('This could not be done. Please try again in a moment.')

/**
 * Changes records one after another, each in its own transaction, and returns what became of each.
 * After an unexpected error, such as a database that is away, the others are not tried.
 */
export async function changeEach<Address extends TrashAddress>(
  addresses: readonly Address[],
  { language, log }: BatchOptions,
  change: (address: Address) => Promise<void>,
): Promise<TrashOutcome[]> {
  const outcomes: TrashOutcome[] = []
  let isStopped = false
  for (const address of addresses) {
    const record = { kind: address.kind, _id: address.id }
    try {
      if (!isStopped) await change(address)
      outcomes.push(isStopped ? failed(record, language) : { ...record, isDone: true })
    } catch (error) {
      if (error instanceof HttpError) {
        outcomes.push({ ...record, isDone: false, message: error.sentence(language), code: error.code })
        continue
      }
      log.error({ err: error, ...record }, 'could not change a record in the trash')
      outcomes.push(failed(record, language))
      isStopped = true
    }
  }
  return outcomes
}

function failed(record: Pick<TrashOutcome, 'kind' | '_id'>, language: Language): TrashOutcome {
  return { ...record, isDone: false, message: FAILED(language) }
}
