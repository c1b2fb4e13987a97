import {
  SETTINGS_ENTRIES_MAX,
  SETTINGS_LINES_MAX,
  type SettingsField,
  type SettingsFields,
} from '@sevadesk/contract/settings/settings-fields.ts'
import { type LocalisedText, localised } from '../text/localised-text.ts'

/** What the value of a field must be. */
export function expected(field: SettingsField): LocalisedText {
  switch (field.kind) {
    case 'text':
    case 'contact':
    case 'line':
      return localised('Must be one line of text, 1 to {max} characters long.', { max: field.max })
    case 'lines':
      return localised('Write at most {max} lines.', { max: SETTINGS_LINES_MAX })
    case 'format':
      return localised(
        'Must be like SD/{year}/{number}: {year} and {number} once each, Latin letters, digits and / . _ - besides.',
        { year: '{year}', number: '{number}' },
      )
    case 'integer':
    case 'rupees':
      return localised('Must be a whole number from {minimum} to {maximum}.', {
        minimum: grouped(field.min),
        maximum: grouped(field.max),
      })
    case 'yes-no':
      return localised('Must be true or false.')
    case 'day':
      return localised('Must be a date like 2026-04-01.')
    case 'pan':
      return localised('Must be like AAATS1234F.')
    case 'picture':
      return localised('Choose a PNG, JPEG or SVG picture. This file is none.')
    case 'choice':
    case 'choices':
      return localised('Must be one of {list}.', { list: field.options.join(', ') })
    case 'group':
      return localised('Must be a group of fields in {braces}.', { braces: '{ }' })
    case 'entries':
      return localised('At most {max} can be kept here. Remove the oldest ones.', { max: SETTINGS_ENTRIES_MAX })
  }
}

export const REQUIRED = localised('This is required.')
export const MISSING_LANGUAGE = localised('Fill in this language too: receipts are printed in it.')
export const REPEATED_DAY = localised('Another entry begins on this day. Choose another day.')

/** The forms cannot send such content, only other programs. So these sentences are English. */
export const UNKNOWN_LANGUAGE = () => 'Is not a known language; the languages are en, hi.'
export function unknownField(fields: SettingsFields): LocalisedText {
  return () => `Is not a known field; the fields are ${Object.keys(fields).join(', ')}.`
}

export function noSuchDay(day: string): LocalisedText {
  return localised('Is not a date: {day}.', { day })
}

export function unprintable(characters: readonly string[]): LocalisedText {
  return localised('Has characters that receipts cannot print: {characters}.', { characters: characters.join(' ') })
}

function grouped(number: number): LocalisedText {
  return (language) => (language === 'en' ? String(number) : number.toLocaleString('en-IN'))
}
