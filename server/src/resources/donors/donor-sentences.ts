import { HttpError, notFound } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'

export const NAME = { en: 'Enter the name as on the PAN.', hi: 'नाम लिखें, जैसा पैन कार्ड पर है।' }
export const PIN_CODE = {
  en: 'A PIN code has six digits and does not begin with 0.',
  hi: 'पिन कोड में छह अंक होते हैं और वह 0 से शुरू नहीं होता।',
}
export const OTHER_ID_TYPE = { en: 'Choose which document the number is of.', hi: 'यह नंबर किस दस्तावेज़ का है, चुनें।' }
export const ONE_MEMBER = {
  en: 'A joint donor has at least two persons. Add another person or remove this one.',
  hi: 'संयुक्त दानदाता में कम से कम दो लोग होते हैं। एक और नाम जोड़ें या इसे हटाएँ।',
}
export const MEMBER_NAME = { en: 'Enter the name of each person.', hi: 'हर व्यक्ति का नाम लिखें।' }
export const SHARES = {
  en: 'The shares must add up to 100 %.',
  hi: 'सबके हिस्से मिलाकर 100 % होने चाहिए।',
}

export function wrongPhone(phone: string): LocalisedText {
  return {
    en: `${phone} is not a phone number. It needs 6 to 15 digits.`,
    hi: `${phone} फ़ोन नंबर नहीं है। इसमें 6 से 15 अंक होने चाहिए।`,
  }
}

export function wrongEmail(email: string): LocalisedText {
  return { en: `${email} is not an e-mail address.`, hi: `${email} ईमेल पता नहीं है।` }
}

export function noSuchDonor(): HttpError {
  return notFound({ en: 'There is no such donor.', hi: 'ऐसा कोई दानदाता नहीं है।' })
}

export function noSuchDuplicate(): HttpError {
  return notFound({
    en: 'This has been decided already, or one of the two was merged.',
    hi: 'इसका फ़ैसला हो चुका है, या दोनों में से एक को मिला दिया गया है।',
  })
}

export function noSuchMerge(): HttpError {
  return notFound({
    en: 'This merge has been undone already, or can no longer be undone.',
    hi: 'मिलाना पहले ही वापस लिया जा चुका है, या अब वापस नहीं लिया जा सकता।',
  })
}

function conflict(sentence: LocalisedText): HttpError {
  return new HttpError(409, 'conflict', sentence)
}

export function sameDonor(): HttpError {
  return conflict({
    en: 'A donor cannot be merged with itself. Choose another one.',
    hi: 'दानदाता को उसी से नहीं मिलाया जा सकता। कोई दूसरा चुनें।',
  })
}

/** `name` is empty for a donor without one, as in the next two. */
export function mergedMeanwhile(name: string): HttpError {
  return conflict({
    en: `${name || 'This donor'} was merged into another donor meanwhile. Open that one.`,
    hi: `${name || 'इस दानदाता'} को इस बीच किसी दूसरे दानदाता में मिला दिया गया। उसे खोलें।`,
  })
}

export function laterMerge(name: string): HttpError {
  return conflict({
    en: `${name || 'A donor without a name'} was merged into this donor later. Undo that merge first.`,
    hi: `${name || 'बिना नाम वाले एक दानदाता'} को इसके बाद इस दानदाता में मिलाया गया। पहले उसे वापस लें।`,
  })
}

export function panTaken(name: string, field?: 'pan'): HttpError {
  const sentence = {
    en: `${name ? `The donor ${name}` : 'A donor without a name'} has this PAN. If they are the same, merge them.`,
    hi: `यह पैन ${name ? `दानदाता ${name}` : 'बिना नाम वाले एक दानदाता'} का है। अगर दोनों एक ही हैं, तो उन्हें मिला दें।`,
  }
  return new HttpError(409, 'pan_taken', sentence, field ? { fields: { [field]: sentence } } : {})
}
