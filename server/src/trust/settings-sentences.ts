import {
  SETTINGS_ENTRIES_MAX,
  SETTINGS_LINES_MAX,
  type SettingsField,
  type SettingsFields,
} from '@sevadesk/contract/settings/settings-fields.ts'
import type { LocalisedText } from '../text/localised-text.ts'

/** What the value of a field must be. */
export function expected(field: SettingsField): LocalisedText {
  switch (field.kind) {
    case 'text':
    case 'contact':
    case 'line':
      return {
        en: `Must be one line of text, 1 to ${field.max} characters long.`,
        hi: `एक पंक्ति में लिखें, ज़्यादा से ज़्यादा ${field.max} अक्षर।`,
      }
    case 'lines':
      return {
        en: `Write at most ${SETTINGS_LINES_MAX} lines.`,
        hi: `ज़्यादा से ज़्यादा ${SETTINGS_LINES_MAX} पंक्तियाँ लिखें।`,
      }
    case 'format':
      return {
        en: 'Must be like SD/{year}/{number}: {year} and {number} once each, Latin letters, digits and / . _ - besides.',
        hi: 'SD/{year}/{number} जैसा लिखें: {year} और {number} एक-एक बार, बाक़ी में अंग्रेज़ी अक्षर, अंक और / . _ - ही चलेंगे।',
      }
    case 'integer':
    case 'rupees': {
      const [least, most] = [field.min, field.max].map((number) => number.toLocaleString('en-IN'))
      return {
        en: `Must be a whole number from ${field.min} to ${field.max}.`,
        hi: `${least} से ${most} तक की पूरी संख्या लिखें।`,
      }
    }
    case 'yes-no':
      return { en: 'Must be true or false.', hi: 'हाँ या नहीं चुनें।' }
    case 'day':
      return { en: 'Must be a date like 2026-04-01.', hi: 'तारीख भरें, जैसे 2026-04-01।' }
    case 'pan':
      return { en: 'Must be like AAATS1234F.', hi: 'पैन AAATS1234F जैसा लिखें।' }
    case 'picture':
      return {
        en: 'Choose a PNG, JPEG or SVG picture. This file is none.',
        hi: 'PNG, JPEG या SVG तस्वीर चुनें। यह फ़ाइल ऐसी तस्वीर नहीं है।',
      }
    case 'choice':
    case 'choices': {
      const list = field.options.join(', ')
      return { en: `Must be one of ${list}.`, hi: `इनमें से एक चुनें: ${list}।` }
    }
    case 'group':
      return { en: 'Must be a group of fields in { }.', hi: 'इसमें कई जानकारियाँ होनी चाहिए।' }
    case 'entries':
      return {
        en: `At most ${SETTINGS_ENTRIES_MAX} can be kept here. Remove the oldest ones.`,
        hi: `यहाँ ज़्यादा से ज़्यादा ${SETTINGS_ENTRIES_MAX} रखे जा सकते हैं। सबसे पुराने हटा दें।`,
      }
  }
}

export const REQUIRED = { en: 'This is required.', hi: 'यह ज़रूरी है।' }
export const MISSING_LANGUAGE = {
  en: 'Fill in this language too: receipts are printed in it.',
  hi: 'इस भाषा में भी भरें: रसीदें इसी में छपती हैं।',
}
export const REPEATED_DAY = {
  en: 'Another entry begins on this day. Choose another day.',
  hi: 'इसी दिन से एक और शुरू होता है। दूसरी तारीख चुनें।',
}
export const UNKNOWN_LANGUAGE = onlyEnglish('Is not a known language; the languages are en, hi.')

/** Programs alone send other fields than those of the form. */
export function unknownField(fields: SettingsFields): LocalisedText {
  return onlyEnglish(`Is not a known field; the fields are ${Object.keys(fields).join(', ')}.`)
}

export function noSuchDay(day: string): LocalisedText {
  return { en: `Is not a date: ${day}.`, hi: 'ऐसी कोई तारीख नहीं होती।' }
}

export function unprintable(characters: readonly string[]): LocalisedText {
  const list = characters.join(' ')
  return { en: `Has characters that receipts cannot print: ${list}.`, hi: `ये अक्षर रसीद पर नहीं छपते: ${list}` }
}

function onlyEnglish(sentence: string): LocalisedText {
  return { en: sentence, hi: sentence }
}
