import { type HttpError, notFound } from '../../errors.ts'
import { formatDay } from '../../text/format-day.ts'
import type { Language, LocalisedText } from '../../text/localised-text.ts'

export function noSuchSlip(): HttpError {
  return notFound({ en: 'There is no such deposit slip.', hi: 'ऐसी कोई जमा पर्ची नहीं है।' })
}

export const NO_DAY = {
  en: 'Enter an existing day, such as 2026-04-01.',
  hi: 'कोई असली तारीख लिखें, जैसे 2026-04-01।',
}
export const FUTURE_DAY = { en: 'This day is in the future.', hi: 'यह दिन अभी आया नहीं है।' }
export const NO_ACCOUNT = {
  en: 'Enter the bank account into which the money goes.',
  hi: 'वह बैंक खाता लिखें जिसमें पैसा जमा होगा।',
}
export const TWICE = { en: 'A gift is on the list twice.', hi: 'एक दान सूची में दो बार है।' }
export const CANCELLED = { en: 'This deposit slip was cancelled already.', hi: 'यह जमा पर्ची पहले ही रद्द हो चुकी है।' }

export interface NamedGift {
  mode: string
  donorName: string
  receivedOn: string
  /** Of a cheque or a draft. */
  instrumentNumber: string
  instrumentDate: string | null
}

/** Why a gift cannot be on a slip. */
export type GiftRefusal = 'unknown' | 'mode' | 'deleted' | 'deposited' | 'bounced' | 'later' | 'dated'

/** Names the gift and says why it cannot be deposited. */
export function refusalOf(reason: GiftRefusal, gift: NamedGift | undefined): LocalisedText {
  const name = nameOf(gift)
  const sentences: Record<GiftRefusal, LocalisedText> = {
    unknown: {
      en: 'One of the gifts no longer exists. Load the list again.',
      hi: 'इनमें से एक दान अब नहीं है। सूची फिर से खोलें।',
    },
    mode: { en: `${name.en} did not come by cash, cheque or draft.`, hi: `${name.hi} नक़द, चेक या ड्राफ़्ट से नहीं आया।` },
    deleted: { en: `${name.en} was deleted.`, hi: `${name.hi} हटाया जा चुका है।` },
    deposited: { en: `${name.en} was deposited already.`, hi: `${name.hi} पहले ही जमा हो चुका है।` },
    bounced: { en: `${name.en} has bounced.`, hi: `${name.hi} बाउंस हो चुका है।` },
    later: {
      en: `${name.en} came after the day of the deposit.`,
      hi: `${name.hi} जमा करने के दिन के बाद आया।`,
    },
    dated: laterDate(name, gift),
  }
  return sentences[reason]
}

function laterDate(name: LocalisedText, gift: NamedGift | undefined): LocalisedText {
  const { mode, instrumentNumber: number, instrumentDate } = gift ?? {}
  const isDraft = mode === 'draft'
  const day = (language: Language) => formatDay(instrumentDate ?? '', language)
  return {
    en: `${name.en}: the ${isDraft ? 'draft' : 'cheque'} ${number} is dated ${day('en')}, after the day of the deposit.`,
    hi: `${name.hi}: ${isDraft ? 'ड्राफ़्ट' : 'चेक'} ${number} पर ${day('hi')} की तारीख़ है, जो जमा करने के दिन के बाद की है।`,
  }
}

/** Adds to the sentence how many other gifts cannot be deposited. */
export function withOthers({ en, hi }: LocalisedText, others: number): LocalisedText {
  if (others === 0) return { en, hi }
  return {
    en: `${en} ${others} other ${others === 1 ? 'gift' : 'gifts'} cannot be deposited either.`,
    hi: `${hi} ${others} और दान भी जमा नहीं हो सकते।`,
  }
}

/** `total` is an amount of money in figures. */
export function otherTotal(total: LocalisedText): LocalisedText {
  return {
    en: `The amount of a gift was changed meanwhile: the total is now ${total.en}. Check the gifts and save again.`,
    hi: `इस बीच किसी दान की राशि बदल दी गई: अब कुल ${total.hi} है। दान जाँच लें और फिर से सेव करें।`,
  }
}

function nameOf(gift: NamedGift | undefined): LocalisedText {
  if (!gift) return { en: 'A gift', hi: 'एक दान' }
  const { mode, donorName, receivedOn } = gift
  const day = { en: formatDay(receivedOn, 'en'), hi: formatDay(receivedOn, 'hi') }
  if (donorName !== '') {
    return { en: `The gift of ${donorName} of ${day.en}`, hi: `${donorName} का ${day.hi} का दान` }
  }
  return mode === 'collection'
    ? { en: `The collection of ${day.en}`, hi: `${day.hi} का हुंडी / दान-पात्र वाला दान` }
    : { en: `The anonymous gift of ${day.en}`, hi: `${day.hi} का गुप्त दान` }
}
