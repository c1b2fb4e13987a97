import type { LocalisedText } from '../../../text/localised-text.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Says how long to wait, rounded up to the seconds, minutes or hours that people count in. */
export function tryAgainIn(waitMs: number): LocalisedText {
  const { en, hi } = duration(waitMs)
  return { en: `Please try again in ${en}.`, hi: `${hi} बाद फिर से कोशिश करें।` }
}

function duration(ms: number): LocalisedText {
  if (ms < MINUTE_MS / 2) return amount(Math.ceil(ms / SECOND_MS), 'second', 'सेकंड')
  if (ms <= 90 * MINUTE_MS) return amount(Math.ceil(ms / MINUTE_MS), 'minute', 'मिनट')
  return amount(Math.ceil(ms / HOUR_MS), 'hour', 'घंटे')
}

function amount(count: number, english: string, hindi: string): LocalisedText {
  return { en: count === 1 ? `a ${english}` : `${count} ${english}s`, hi: `${count} ${hindi}` }
}

export function tooManyLogins(waitMs: number): LocalisedText {
  const { en, hi } = tryAgainIn(waitMs)
  return {
    en: `There were too many failed logins. ${en}`,
    hi: `बहुत बार ग़लत यूज़रनेम या पासवर्ड लिखा गया। ${hi}`,
  }
}

export function tooManyCodes(waitMs: number): LocalisedText {
  const { en, hi } = tryAgainIn(waitMs)
  return {
    en: `There were too many wrong codes. ${en} If they were not yours, change your password on a device where you are logged in.`,
    hi: `बहुत बार ग़लत कोड लिखा गया। ${hi} अगर आपने नहीं लिखा, तो जिस डिवाइस पर आपका लॉगिन है, वहाँ पासवर्ड बदलें।`,
  }
}
