import { HttpError, notFound } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'

export const NAME = localised('Enter the name as on the PAN.')
export const PIN_CODE = localised('A PIN code has six digits and does not begin with 0.')
export const OTHER_ID_TYPE = localised('Choose which document the number is of.')
export const ONE_MEMBER = localised('A joint donor has at least two persons. Add another person or remove this one.')
export const MEMBER_NAME = localised('Enter the name of each person.')
export const SHARES = localised('The shares must add up to 100 %.')

export function unprintable(letters: string): LocalisedText {
  return localised(
    'Receipts cannot print {letters}. Write it in Latin or Hindi letters; another spelling of a name belongs under “Other names”.',
    { letters },
  )
}

export function wrongPhone(phone: string): LocalisedText {
  return localised('{phone} is not a phone number. It needs 6 to 15 digits.', { phone })
}

export function unlikelyPhone(phone: string): LocalisedText {
  return localised(
    '{phone} is an unlikely phone number. Check its digits. Begin a landline with its STD code, a foreign number with +.',
    { phone },
  )
}

export function wrongEmail(email: string): LocalisedText {
  return localised('{email} is not an e-mail address.', { email })
}

export function noSuchDonor(): HttpError {
  return notFound(localised('There is no such donor.'))
}

export function noSuchDuplicate(): HttpError {
  return notFound(localised('This has been decided already, or one of the two was merged.'))
}

export function noSuchMerge(): HttpError {
  return notFound(localised('This merge has been undone already, or can no longer be undone.'))
}

function conflict(sentence: LocalisedText): HttpError {
  return new HttpError(409, 'conflict', sentence)
}

export function sameDonor(): HttpError {
  return conflict(localised('A donor cannot be merged with itself. Choose another one.'))
}

/** `name` is empty for a donor without one, as in the next two. */
export function mergedMeanwhile(name: string): HttpError {
  return conflict(
    localised('{name} was merged into another donor meanwhile. Open that one.', {
      name: name || localised('This donor'),
    }),
  )
}

export function laterMerge(name: string): HttpError {
  return conflict(
    localised('{name} was merged into this donor later. Undo that merge first.', {
      name: name || localised('A donor without a name'),
    }),
  )
}

export function panTaken(name: string, field?: 'pan'): HttpError {
  const donor = name ? localised('The donor {name}', { name }) : localised('A donor without a name')
  const sentence = localised('{donor} has this PAN. If they are the same, merge them.', { donor })
  return new HttpError(409, 'pan_taken', sentence, field ? { fields: { [field]: sentence } } : {})
}
