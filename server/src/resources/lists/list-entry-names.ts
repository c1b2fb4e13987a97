import type { Language } from '@sevadesk/contract/base/language.ts'
import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import { ENTRY_NAME_MAX } from '@sevadesk/contract/settings/list-entry.ts'
import { badRequest, HttpError } from '../../errors.ts'
import { joinSentences, type LocalisedText, localised, toLine } from '../../text/localised-text.ts'

export interface EntryNames {
  nameEn: string
  nameHi: string
}

const FIELDS = ['nameEn', 'nameHi'] as const
const MISSING = {
  nameEn: localised('Enter the name in English.'),
  nameHi: localised('Enter the name in Hindi.'),
}
const TOO_LONG = localised('A name can have at most {max} characters.', { max: ENTRY_NAME_MAX })

/** Returns the names as single lines. Throws badRequest() with a sentence for each invalid one. */
export function parseNames(sent: EntryNames): EntryNames {
  const names = { nameEn: toLine(sent.nameEn), nameHi: toLine(sent.nameHi) }
  const fields: Record<string, LocalisedText> = {}
  for (const field of FIELDS) {
    // Such as a name of accents alone, which no other name could be compared with.
    if (normaliseText(names[field]) === '') fields[field] = MISSING[field]
    else if ([...names[field]].length > ENTRY_NAME_MAX) fields[field] = TOO_LONG
  }
  const sentences = Object.values(fields)
  if (sentences.length === 0) return names
  throw badRequest(joinSentences(sentences), fields)
}

/** Throws 409 if one of the names is that of another entry, in either language. */
export function assertNamesFree(names: EntryNames, others: readonly (EntryNames & { isRetired: boolean })[]): void {
  const fields: Record<string, LocalisedText> = {}
  for (const field of FIELDS) {
    const other = others.find((entry) => hasName(entry, normaliseText(names[field])))
    if (other) fields[field] = nameTaken(other)
  }
  const [sentence] = Object.values(fields)
  if (sentence) throw new HttpError(409, 'taken', sentence, { fields })
}

/** Whether one of the entry's names is this text; `normalised` is by `normaliseText`. */
export function hasName(entry: EntryNames, normalised: string): boolean {
  return FIELDS.some((field) => normaliseText(entry[field]) === normalised)
}

/** The text of a donation for this purpose; receipts print it. */
export function nameOfPurpose({ nameEn, nameHi }: EntryNames, { language }: { language: Language }): string {
  return language === 'hi' ? nameHi : nameEn
}

function nameTaken({ nameEn, nameHi, isRetired }: EntryNames & { isRetired: boolean }): LocalisedText {
  const name: LocalisedText = (language) => (language === 'hi' ? nameHi : nameEn)
  return isRetired
    ? localised('The retired entry “{name}” has this name. Bring it back instead, or choose another name.', { name })
    : localised('The entry “{name}” already has this name.', { name })
}
