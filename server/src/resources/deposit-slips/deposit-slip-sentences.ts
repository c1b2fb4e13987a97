import { type HttpError, notFound } from '../../errors.ts'
import { formatDay } from '../../text/format-day.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'

export function noSuchSlip(): HttpError {
  return notFound(localised('There is no such deposit slip.'))
}

export const NO_DAY = localised('Enter an existing day, such as 2026-04-01.')
export const FUTURE_DAY = localised('This day is in the future.')
export const NO_ACCOUNT = localised('Enter the bank account into which the money goes.')
export const TWICE = localised('A gift is on the list twice.')
export const CANCELLED = localised('This deposit slip was cancelled already.')

export interface NamedGift {
  mode: string
  donorName: string
  receivedOn: string
  /** The number of a cheque or a draft. */
  instrumentNumber: string
  instrumentDate: string | null
}

/** Why a gift cannot be on a slip. */
export type GiftRefusal = 'unknown' | 'mode' | 'deleted' | 'deposited' | 'bounced' | 'later' | 'dated'

/** Names the gift and says why it cannot be deposited. */
export function refusalOf(reason: GiftRefusal, gift: NamedGift | undefined): LocalisedText {
  const name = nameOf(gift)
  const sentences: Record<GiftRefusal, LocalisedText> = {
    unknown: localised('One of the gifts no longer exists. Load the list again.'),
    mode: localised('{name} did not come by cash, cheque or draft.', { name }),
    deleted: localised('{name} was deleted.', { name }),
    deposited: localised('{name} was deposited already.', { name }),
    bounced: localised('{name} has bounced.', { name }),
    later: localised('{name} came after the day of the deposit.', { name }),
    dated: laterDate(name, gift),
  }
  return sentences[reason]
}

function laterDate(name: LocalisedText, gift: NamedGift | undefined): LocalisedText {
  const { mode, instrumentNumber: number, instrumentDate } = gift ?? {}
  const values = { name, number: number ?? '', day: formatDay(instrumentDate ?? '') }
  return mode === 'draft'
    ? localised('{name}: the draft {number} is dated {day}, after the day of the deposit.', values)
    : localised('{name}: the cheque {number} is dated {day}, after the day of the deposit.', values)
}

/** Adds to the sentence how many other gifts cannot be deposited. */
export function withOthers(sentence: LocalisedText, others: number): LocalisedText {
  if (others === 0) return sentence
  if (others === 1) return localised('{sentence} 1 other gift cannot be deposited either.', { sentence })
  return localised('{sentence} {others} other gifts cannot be deposited either.', { sentence, others })
}

/** `total` is an amount of money in figures. */
export function otherTotal(total: LocalisedText): LocalisedText {
  return localised(
    'The amount of a gift was changed meanwhile: the total is now {total}. Check the gifts and save again.',
    { total },
  )
}

function nameOf(gift: NamedGift | undefined): LocalisedText {
  if (!gift) return localised('A gift')
  const { mode, donorName, receivedOn } = gift
  const day = formatDay(receivedOn)
  if (donorName !== '') return localised('The gift of {donorName} of {day}', { donorName, day })
  return mode === 'collection'
    ? localised('The collection of {day}', { day })
    : localised('The anonymous gift of {day}', { day })
}
