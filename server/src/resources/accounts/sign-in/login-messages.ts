import { type LocalisedText, localised } from '../../../text/localised-text.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Says how long to wait, rounded up to the seconds, minutes or hours that people count in. */
export function tryAgainIn(waitMs: number): LocalisedText {
  return localised('Please try again in {duration}.', { duration: duration(waitMs) })
}

function duration(ms: number): LocalisedText {
  if (ms < MINUTE_MS / 2) {
    const count = Math.ceil(ms / SECOND_MS)
    return count === 1 ? localised('a second') : localised('{count} seconds', { count })
  }
  if (ms <= 90 * MINUTE_MS) {
    const count = Math.ceil(ms / MINUTE_MS)
    return count === 1 ? localised('a minute') : localised('{count} minutes', { count })
  }
  return localised('{count} hours', { count: Math.ceil(ms / HOUR_MS) })
}

export function tooManyLogins(waitMs: number): LocalisedText {
  return localised('There were too many failed logins. {tryAgain}', { tryAgain: tryAgainIn(waitMs) })
}

export function tooManyCodes(waitMs: number): LocalisedText {
  return localised(
    'There were too many wrong codes. {tryAgain} If they were not yours, change your password on a device where you are logged in.',
    { tryAgain: tryAgainIn(waitMs) },
  )
}
