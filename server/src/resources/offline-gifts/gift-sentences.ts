import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import { HttpError, notFound } from '../../errors.ts'
import { formatDay } from '../../text/format-day.ts'
import type { LocalisedText } from '../../text/localised-text.ts'

export const AMOUNT = { en: 'Enter an amount of more than ₹0.', hi: 'राशि लिखें, ₹0 से ज़्यादा।' }
export const AMOUNT_MAX = { en: 'The amount must be less than ₹100 crore.', hi: 'राशि ₹100 करोड़ से कम होनी चाहिए।' }
export const ESTIMATED_VALUE = {
  en: 'The estimated value must be from ₹0 to less than ₹100 crore.',
  hi: 'अनुमानित क़ीमत ₹0 से ₹100 करोड़ के बीच होनी चाहिए।',
}
export const NO_DAY = { en: 'Enter a real date, such as 2026-04-01.', hi: 'सही तारीख़ लिखें, जैसे 2026-04-01।' }
export const FUTURE_DAY = { en: 'This day is in the future.', hi: 'यह तारीख़ अभी आई नहीं है।' }
export const EARLY_DAY = { en: 'This day is before 1990. Check the year.', hi: 'यह तारीख़ 1990 से पहले की है। साल जाँच लें।' }
export const AFTER_DEPOSIT = {
  en: 'It was deposited before this day. Check the day.',
  hi: 'यह इस तारीख़ से पहले बैंक में जमा हो चुका है। तारीख़ जाँच लें।',
}
export const INSTRUMENT_NUMBER: Readonly<Record<string, LocalisedText>> = {
  cheque: { en: 'Enter the number of the cheque.', hi: 'चेक का नंबर लिखें।' },
  draft: { en: 'Enter the number of the draft.', hi: 'ड्राफ़्ट का नंबर लिखें।' },
}
export const REFERENCE: Readonly<Record<string, LocalisedText>> = {
  bank_transfer: { en: 'Enter the UTR of the transfer.', hi: 'ट्रांसफ़र का UTR लिखें।' },
  upi: { en: 'Enter the UPI reference.', hi: 'UPI रेफ़रेंस नंबर लिखें।' },
}
export const UPI_LENGTH = {
  en: 'A UPI reference has 6 to 40 characters.',
  hi: 'UPI रेफ़रेंस में 6 से 40 अक्षर होते हैं।',
}
export const ITEM = { en: 'Enter what was given.', hi: 'क्या दिया गया, लिखें।' }
export const QUANTITY = { en: 'Enter how much or how many.', hi: 'कितना दिया गया, लिखें।' }
export const COUNTED_BY = { en: 'Enter who counted it.', hi: 'किसने गिना, लिखें।' }
export const COLLECTION_DONOR = {
  en: 'A collection has no donor.',
  hi: 'हुंडी / दान-पात्र की राशि का कोई दानदाता नहीं होता।',
}
export const COLLECTION_CORPUS = {
  en: 'A collection has no donor, so it cannot be for the corpus.',
  hi: 'हुंडी / दान-पात्र की राशि कॉर्पस में नहीं जा सकती, क्योंकि उसका कोई दानदाता नहीं होता।',
}
export const CORPUS_DONOR = { en: 'A gift to the corpus needs its donor.', hi: 'कॉर्पस के दान में दानदाता ज़रूरी है।' }
export const CORPUS_LETTER = {
  en: 'Enter the date or number of the letter in which the donor directs the gift to the corpus.',
  hi: 'दानदाता ने जिस पत्र में दान कॉर्पस के लिए कहा है, उसकी तारीख़ या नंबर लिखें।',
}
export const NO_PURPOSE = { en: 'There is no such purpose.', hi: 'ऐसा कोई उद्देश्य नहीं है।' }
export const RETIRED_PURPOSE = {
  en: 'This purpose is no longer in use. Choose another.',
  hi: 'यह उद्देश्य अब इस्तेमाल में नहीं है। दूसरा चुनें।',
}
export const NO_INSTITUTION = { en: 'There is no such institution.', hi: 'ऐसी कोई संस्था नहीं है।' }
export const RETIRED_INSTITUTION = {
  en: 'This institution is no longer in use. Choose another.',
  hi: 'यह संस्था अब इस्तेमाल में नहीं है। दूसरी चुनें।',
}
export const NO_DONOR = { en: 'There is no such donor.', hi: 'ऐसा कोई दानदाता नहीं है।' }
export const FOREIGN_DONOR = {
  en: 'This donor is a foreign citizen, and the settings have no FCRA registration for that day. The trust may not take the gift.',
  hi: 'यह दानदाता विदेशी नागरिक है और सेटिंग में उस तारीख़ का FCRA पंजीकरण नहीं है। ट्रस्ट यह दान नहीं ले सकता।',
}

/** A sentence about a cheque, for a gift of this mode. */
export function ofMode(mode: GiftMode, { en, hi }: LocalisedText): LocalisedText {
  if (mode !== 'draft') return { en, hi }
  return { en: en.replaceAll('cheque', 'draft'), hi: hi.replaceAll('चेक', 'ड्राफ़्ट') }
}

export function postDated(mode: GiftMode, day: string): LocalisedText {
  return ofMode(mode, {
    en: `This cheque is post-dated. Deposit it on ${formatDay(day, 'en')}, and enter it then.`,
    hi: `इस चेक पर आगे की तारीख़ है। इसे ${formatDay(day, 'hi')} को जमा करें और तभी यहाँ लिखें।`,
  })
}

/** `donorName` is empty for an anonymous gift. */
export function leafUsed(day: string, donorName: string): LocalisedText {
  return {
    en: `This leaf was used for the gift of ${formatDay(day, 'en')} by ${donorName || 'an anonymous donor'}.`,
    hi: `यह पर्ची ${formatDay(day, 'hi')} के दान (${donorName || 'गुप्त दान'}) में इस्तेमाल हो चुकी है।`,
  }
}

export function noSuchGift(): HttpError {
  return notFound({
    en: 'There is no such gift, it was deleted, or it was paid online.',
    hi: 'ऐसा कोई दान नहीं है, या हटाया जा चुका है, या वह ऑनलाइन आया था।',
  })
}

export function conflict(sentence: LocalisedText, field?: string): HttpError {
  return new HttpError(409, 'conflict', sentence, field === undefined ? {} : { fields: { [field]: sentence } })
}

export function donorMerged(name: string): HttpError {
  const sentence = {
    en: `${name} was merged into another donor meanwhile. Choose that one.`,
    hi: `${name} को इस बीच किसी दूसरे दानदाता में मिला दिया गया। उसे चुनें।`,
  }
  return conflict(sentence, 'donorId')
}

export const BOUNCED = {
  en: 'This cheque has bounced. It can no longer be changed; enter a new gift if the donor pays again.',
  hi: 'यह चेक बाउंस हो चुका है। अब इसमें बदलाव नहीं हो सकता; दानदाता फिर से दे तो नया दान लिखें।',
}
export const NO_STEP = {
  en: 'Nothing was recorded about this cheque that could be taken back.',
  hi: 'इस चेक के बारे में ऐसा कुछ दर्ज नहीं है जिसे वापस लिया जा सके।',
}
export const OTHER_STEP = {
  en: 'Something else was recorded about this cheque last. Check what it says now.',
  hi: 'इस चेक के बारे में आख़िर में कुछ और दर्ज हुआ है। देख लें कि अब क्या दर्ज है।',
}
export const ON_SLIP = {
  en: 'This cheque is on a deposit slip. Cancel the slip instead.',
  hi: 'यह चेक बैंक जमा पर्ची में है। इसके बजाय पर्ची रद्द करें।',
}
export const CASH_ON_SLIP = {
  en: 'This money was taken to the bank on a deposit slip. Cancel the deposit slip first.',
  hi: 'यह पैसा जमा पर्ची से बैंक में जमा हो चुका है। पहले जमा पर्ची रद्द करें।',
}
export const RECEIPT_CURRENT = {
  en: 'There is nothing to renew: no receipt of this gift differs from the donor’s record. Open the gift again.',
  hi: 'नई रसीद की ज़रूरत नहीं है: इस दान की कोई रसीद दानदाता के रिकॉर्ड से अलग नहीं है। दान को फिर से खोलें।',
}
export const NO_CHEQUE = {
  en: 'This gift is neither a cheque nor a draft.',
  hi: 'यह दान न चेक से आया है, न ड्राफ़्ट से।',
}
export const DEPOSITED = { en: 'This cheque was deposited already.', hi: 'यह चेक पहले ही जमा हो चुका है।' }
export const CLEARED = { en: 'This cheque was cleared already.', hi: 'यह चेक पहले ही क्लियर हो चुका है।' }
export const BEFORE_RECEIPT = {
  en: 'This day is before the day on which the cheque was received.',
  hi: 'यह तारीख़ चेक मिलने से पहले की है।',
}
export const BEFORE_DATE = {
  en: 'This day is before the date of the cheque.',
  hi: 'यह तारीख़ चेक पर लिखी तारीख़ से पहले की है।',
}
export const BEFORE_DEPOSIT = {
  en: 'This day is before the day on which the cheque was deposited.',
  hi: 'यह तारीख़ चेक जमा होने से पहले की है।',
}
export const BEFORE_CLEARING = {
  en: 'This day is before the day on which the cheque was cleared.',
  hi: 'यह तारीख़ चेक क्लियर होने से पहले की है।',
}
