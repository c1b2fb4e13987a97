import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import { HttpError, notFound } from '../../errors.ts'
import { formatDay } from '../../text/format-day.ts'
import { type LocalisedText, localised, type Sentence } from '../../text/localised-text.ts'

export const AMOUNT = localised('Enter an amount of more than ₹0.')
export const AMOUNT_MAX = localised('The amount must be less than ₹100 crore.')
export const ESTIMATED_VALUE = localised('The estimated value must be from ₹0 to less than ₹100 crore.')
export const NO_DAY = localised('Enter a real date, such as 2026-04-01.')
export const FUTURE_DAY = localised('gift|This day is in the future.')
export const EARLY_DAY = localised('This day is before 1990. Check the year.')
export const AFTER_DEPOSIT = localised('It was deposited before this day. Check the day.')
export const INSTRUMENT_NUMBER: Readonly<Record<string, LocalisedText>> = {
  cheque: localised('Enter the number of the cheque.'),
  draft: localised('Enter the number of the draft.'),
}
export const REFERENCE: Readonly<Record<string, LocalisedText>> = {
  bank_transfer: localised('Enter the UTR of the transfer.'),
  upi: localised('Enter the UPI reference.'),
}
export const UPI_LENGTH = localised('A UPI reference has 6 to 40 characters.')
export const ITEM = localised('Enter what was given.')
export const QUANTITY = localised('Enter how much or how many.')
export const COUNTED_BY = localised('Enter who counted it.')
export const COLLECTION_DONOR = localised('A collection has no donor.')
export const COLLECTION_CORPUS = localised('A collection has no donor, so it cannot be for the corpus.')
export const CORPUS_DONOR = localised('A gift to the corpus needs its donor.')
export const CORPUS_LETTER = localised(
  'Enter the date or number of the letter in which the donor directs the gift to the corpus.',
)
export const NO_PURPOSE = localised('There is no such purpose.')
export const RETIRED_PURPOSE = localised('This purpose is no longer in use. Choose another.')
export const NO_INSTITUTION = localised('There is no such institution.')
export const RETIRED_INSTITUTION = localised('This institution is no longer in use. Choose another.')
export const NO_DONOR = localised('There is no such donor.')
export const FOREIGN_DONOR = localised(
  'This donor is a foreign citizen, and the settings have no FCRA registration for that day. The trust may not take the gift.',
)

export const UNPRINTABLE_DONOR = localised(
  'Receipts cannot print the name of this donor. First write it in Latin or Hindi letters in the donor’s record.',
)

/** A sentence whose only placeholder is the cheque. */
export type ChequeSentence = Exclude<Extract<Sentence, `${string}{cheque}${string}`>, `${string}{day}${string}`>

/** A sentence about a cheque or draft, for a gift of this mode. */
export function ofMode(mode: GiftMode, sentence: ChequeSentence): LocalisedText {
  return localised(sentence, { cheque: instrumentName(mode) })
}

function instrumentName(mode: GiftMode): LocalisedText {
  return mode === 'draft' ? localised('gift|draft') : localised('gift|cheque')
}

export function postDated(mode: GiftMode, day: string): LocalisedText {
  return localised('This {cheque} is post-dated. Deposit it on {day}, and enter it then.', {
    cheque: instrumentName(mode),
    day: formatDay(day),
  })
}

/** `donorName` is empty for an anonymous gift. */
export function leafUsed(day: string, donorName: string): LocalisedText {
  return donorName === ''
    ? localised('This leaf was used for the gift of {day} by an anonymous donor.', { day: formatDay(day) })
    : localised('This leaf was used for the gift of {day} by {donorName}.', { day: formatDay(day), donorName })
}

export function noSuchGift(): HttpError {
  return notFound(localised('There is no such gift, it was deleted, or it was paid online.'))
}

export function conflict(sentence: LocalisedText, field?: string): HttpError {
  return new HttpError(409, 'conflict', sentence, field === undefined ? {} : { fields: { [field]: sentence } })
}

export function donorMerged(name: string): HttpError {
  const sentence = localised('{name} was merged into another donor meanwhile. Choose that one.', { name })
  return conflict(sentence, 'donorId')
}

export const BOUNCED =
  'This {cheque} has bounced. It can no longer be changed; enter a new gift if the donor pays again.'
export const NO_STEP = 'Nothing was recorded about this {cheque} that could be taken back.'
export const OTHER_STEP = 'Something else was recorded about this {cheque} last. Check what it says now.'
export const ON_SLIP = 'This {cheque} is on a deposit slip. Cancel the slip instead.'
export const CASH_ON_SLIP = localised(
  'This money was taken to the bank on a deposit slip. Cancel the deposit slip first.',
)
export const RECEIPT_CURRENT = localised(
  'Nothing was changed: there is no receipt to replace or cancel. Open the gift again.',
)
export const NO_CHEQUE = localised('This gift is neither a cheque nor a draft.')
export const DEPOSITED = 'This {cheque} was deposited already.'
export const CLEARED = 'This {cheque} was cleared already.'
export const BEFORE_RECEIPT = 'This day is before the day on which the {cheque} was received.'
export const BEFORE_DATE = 'This day is before the date of the {cheque}.'
export const BEFORE_DEPOSIT = 'This day is before the day on which the {cheque} was deposited.'
export const BEFORE_CLEARING = 'This day is before the day on which the {cheque} was cleared.'

// Warnings, which the user may confirm:

export const STALE_CHEQUE = 'The {cheque} is older than three months, so the bank may refuse it.'

export function otherYear({ hasReceipt }: { hasReceipt: boolean }): LocalisedText {
  return hasReceipt
    ? localised('The day of receipt is in an earlier financial year. The receipt gets a number of that year.')
    : localised('The day of receipt is in an earlier financial year.')
}

/** `what` is the amount, or what was given. */
export function doubleGift(what: LocalisedText | string, givenOn: string, receiptNumber: string | null): LocalisedText {
  const day = formatDay(givenOn)
  return receiptNumber === null
    ? localised('A gift of {what} by this donor on {day} was entered already.', { what, day })
    : localised('A gift of {what} by this donor on {day} was entered already (receipt {receiptNumber}).', {
        what,
        day,
        receiptNumber,
      })
}

export function cashLimit(sum: LocalisedText, limit: LocalisedText, day: string): LocalisedText {
  return localised('With this gift, the donor has given {sum} in cash on {day}. The limit is {limit}.', {
    sum,
    day: formatDay(day),
    limit,
  })
}

/** As `cashLimit`, if the donor's own cash does not reach it. */
export function cashLimitOfPhone(sum: LocalisedText, limit: LocalisedText, day: string): LocalisedText {
  return localised(
    'With this gift, donors with this phone number have given {sum} in cash on {day}. The limit is {limit}.',
    { sum, day: formatDay(day), limit },
  )
}

/** Of the first gift with the number. `donorName` is empty for an anonymous one. */
export function sameReference(amount: LocalisedText, day: string, donorName: string): LocalisedText {
  const values = { amount, day: formatDay(day), donorName: donorName || localised('an anonymous donor') }
  return localised('This number was entered already, for the gift of {amount} by {donorName} on {day}.', values)
}

/** `year` is such as `2026-27`. */
export function anonymousLimit(sum: LocalisedText, limit: LocalisedText, year: string): LocalisedText {
  return localised(
    'With this gift, the anonymous gifts of the financial year {year} come to {sum}. The limit is {limit}.',
    { year, sum, limit },
  )
}
