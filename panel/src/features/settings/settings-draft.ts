import {
  type FieldName,
  type InputName,
  inputsOf,
  type PlainField,
  SETTINGS_FIELDS,
  type SettingsField,
  type SettingsFields,
} from '@sevadesk/contract/settings/settings-fields.ts'
import type { StoredDraft } from '../../ui/form/draft-store.ts'
import { formatNumber } from '../../ui/format/money.tsx'

type Language = 'en' | 'hi'
type Fields = typeof SETTINGS_FIELDS
export type EntryList = 'wordings' | 'rules'

export type PictureName = FieldName<Fields, 'picture'>

/** `key` stays while the form is open. */
export type EntryDraft<List extends EntryList = EntryList> = List extends EntryList
  ? Record<InputName<Fields[List]['fields']> | 'key', string>
  : never

/**
 * The settings as the form edits them, each input as a text: a line of a list on a line of its own,
 * chosen options separated by spaces, and `yes` or `no`.
 */
export interface SettingsDraft extends Record<InputName<Fields>, string> {
  id: string
  /** The version that the changes begin from. */
  version: number | undefined
  /** What the server had. */
  given: unknown
  /** The fields of pictures that the user chose or removed. Drafts in the browser keep none. */
  files: string[]
  wordings: EntryDraft<'wordings'>[]
  rules: EntryDraft<'rules'>[]
}

/** Reads the content of a response; whatever it lacks is empty. */
export function draftOf({ content, version }: { content: object; version: number }): SettingsDraft {
  return {
    ...(readInputs(SETTINGS_FIELDS, content, receiptLanguage(content)) as Record<InputName<Fields>, string>),
    id: 'settings',
    version,
    given: content,
    files: [],
    wordings: readEntries('wordings', content),
    rules: readEntries('rules', content),
  }
}

/** The content to send. The server validates it. */
export function contentOf(draft: SettingsDraft): object {
  return contentIn(SETTINGS_FIELDS, draft)
}

/** The content to preview: a picture that is saved already is named by its version. */
export function previewContentOf(draft: SettingsDraft): object {
  const { version, given } = draft
  const isSaved = (field: PictureName) => draft[field] !== '' && draft[field] === textIn(at(given, field), 'en')
  const named = PICTURES.filter((field) => version && isSaved(field))
  return contentOf({ ...draft, ...Object.fromEntries(named.map((field) => [field, `version:${version}`])) })
}

/** Values that the browser stored, perhaps by a panel whose entries had other fields. */
export function withAllFields({ wordings, rules, ...values }: StoredDraft['values']): StoredDraft['values'] {
  return {
    ...values,
    ...(Array.isArray(wordings) && { wordings: filled('wordings', wordings) }),
    ...(Array.isArray(rules) && { rules: filled('rules', rules) }),
  }
}

function filled(list: EntryList, stored: readonly unknown[]): EntryDraft[] {
  const groups = stored.filter((entry) => typeof entry === 'object')
  return groups.map((entry) => ({ ...readEntry(list, {}), ...entry })).map(withKey)
}

/** A new entry begins as a copy of the newest; only its day is to be chosen. */
export function newEntry<List extends EntryList>(list: List, entries: readonly EntryDraft<List>[]): EntryDraft<List> {
  const key = String(Math.max(-1, ...entries.map((entry) => Number(entry.key))) + 1)
  return { ...(entries[0] ?? readEntry(list, {})), from: '', key }
}

/** The part of the draft that changes with a picture. */
export function pictureChange({ files }: SettingsDraft, field: PictureName, picture: string): Partial<SettingsDraft> {
  return { [field]: picture, files: [...new Set([...files, field])] }
}

/** Compares large pictures as they are, because this runs while a user types. */
export function isChanged(draft: SettingsDraft, base: SettingsDraft): boolean {
  const texts = (of: SettingsDraft) => JSON.stringify(contentOf({ ...of, logo: '', 'signatory.picture': '' }))
  return PICTURES.some((field) => draft[field] !== base[field]) || texts(draft) !== texts(base)
}

const PICTURES: readonly PictureName[] = ['logo', 'signatory.picture']

function readEntries<List extends EntryList>(list: List, content: unknown): EntryDraft<List>[] {
  const entries = listIn(at(content, list)).map((entry) => readInputs(SETTINGS_FIELDS[list].fields, entry, 'en'))
  return entries.sort((a, b) => (String(a.from) < String(b.from) ? 1 : -1)).map(withKey) as EntryDraft<List>[]
}

function readEntry<List extends EntryList>(list: List, entry: unknown): EntryDraft<List> {
  return readInputs(SETTINGS_FIELDS[list].fields, entry, 'en') as EntryDraft<List>
}

function withKey<Entry extends object>(entry: Entry, index: number): Entry & { key: string } {
  return { ...entry, key: String(index) }
}

/** Of a contact in two languages, the form shows the one in `language`. */
function readInputs(fields: SettingsFields, content: unknown, language: Language): Record<string, string> {
  const inputs = inputsOf(fields).map((each) => [
    each.input,
    inputText(each.field, at(content, each.name), each.language ?? language),
  ])
  return Object.fromEntries(inputs)
}

const YES_OR_NO = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
])

function inputText(field: PlainField, value: unknown, language: Language): string {
  switch (field.kind) {
    case 'lines':
      return listIn(value)
        .map((line) => textIn(line, language))
        .join('\n')
    case 'choices':
      return listIn(value).map(String).join(' ')
    case 'choice':
      return field.options.find((option) => option === value) ?? field.initial ?? ''
    case 'rupees':
      // As people write a sum: 2,00,000.
      return typeof value === 'number' ? formatNumber(value) : textIn(value, language)
    case 'yes-no':
      return YES_OR_NO.get(value) ?? YES_OR_NO.get(field.initial) ?? ''
    case 'format':
    case 'integer':
      return textIn(value, language) || String(field.initial ?? '')
    default:
      return textIn(value, language)
  }
}

function contentIn(fields: SettingsFields, draft: object, prefix = ''): Record<string, unknown> {
  const parts = Object.entries(fields).map(
    ([key, field]) => [key, field, sentValue(field, draft, prefix + key)] as const,
  )
  // A field with an initial value is sent even if it is empty: an omitted one would become the default.
  const sent = parts.filter(([, field, value]) => ('initial' in field && value !== undefined) || !isEmpty(value))
  return Object.fromEntries(sent.map(([key, , value]) => [key, value]))
}

function sentValue(field: SettingsField, draft: object, name: string): unknown {
  const text = inputOf(draft, name)
  switch (field.kind) {
    case 'group': {
      const group = contentIn(field.fields, draft, `${name}.`)
      return Object.keys(group).length > 0 ? group : undefined
    }
    case 'entries':
      return listIn(Reflect.get(draft, name)).map((entry) => contentIn(field.fields, Object(entry)))
    case 'text':
      return inBoth(inputOf(draft, `${name}.en`), inputOf(draft, `${name}.hi`))
    case 'lines':
      return linesInBoth(inputOf(draft, `${name}.en`).split('\n'), inputOf(draft, `${name}.hi`).split('\n'))
    case 'contact':
      return sentContact(text, draft, name)
    case 'choices':
      return text.split(' ').filter(Boolean)
    case 'integer':
      return numberOf(text)
    case 'rupees':
      return rupeesOf(text)
    case 'yes-no':
      return text === '' ? undefined : text === 'yes'
    case 'pan':
      return text.trim().toUpperCase()
    case 'line':
      return text.trim()
    default:
      return text
  }
}

/** A contact in two languages stays if its input is unchanged. */
function sentContact(text: string, draft: object, name: string): unknown {
  const content: unknown = Reflect.get(draft, 'given')
  const given = at(content, name)
  const isUnchanged = text === textIn(given, receiptLanguage(content))
  return isUnchanged && typeof given === 'object' ? given : text.trim()
}

function inputOf(draft: object, name: string): string {
  return String(Reflect.get(draft, name) ?? '')
}

/** One text for both languages if they are equal. */
function inBoth(english: string, hindi: string): unknown {
  const [en, hi] = [english.trim(), hindi.trim()]
  if (en === hi) return en || undefined
  return { ...(en && { en }), ...(hi && { hi }) }
}

function linesInBoth(english: readonly string[], hindi: readonly string[]): unknown[] {
  const count = Math.max(english.length, hindi.length)
  const lines = Array.from({ length: count }, (_, row) => inBoth(english[row] ?? '', hindi[row] ?? ''))
  return lines.filter((line) => line !== undefined)
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined || (Array.isArray(value) && value.length === 0)
}

function receiptLanguage(content: unknown): Language {
  return at(content, 'receipts.language') === 'hi' ? 'hi' : 'en'
}

function textIn(value: unknown, language: Language): string {
  const text = typeof value === 'object' ? at(value, language) : value
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
      value,
    )
}

/** A whole number as typed. Anything else stays a text, which the server rejects at its field. */
function numberOf(text: string): number | string {
  const digits = text.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : digits
}

/** Whole rupees as people write them: 200000, 2,00,000 or ₹ 200,000. Anything else stays a text. */
function rupeesOf(text: string): number | string {
  const digits = text.trim().replace(/^₹\s*/, '')
  const isGrouped = /^\d{1,2}(,\d{2}){0,5},\d{3}$|^\d{1,3}(,\d{3}){1,4}$/.test(digits)
  return isGrouped ? Number(digits.replaceAll(',', '')) : numberOf(digits)
}
