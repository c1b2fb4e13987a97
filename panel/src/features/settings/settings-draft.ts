import type { StoredDraft } from '../../ui/form/draft-store.ts'
import { formatNumber } from '../../ui/format/money.tsx'
import { numberOf, rupeesOf } from './typed-number.ts'

/** Texts in both languages, by the names that the server uses for errors. */
type Pair<Name extends string> = `${Name}.${'en' | 'hi'}`
type TextName = Pair<'name' | 'address' | 'registration' | 'signatory.name' | 'signatory.designation'>
type PlainName =
  | 'pan'
  | 'phone'
  | 'email'
  | 'website'
  | 'logo'
  | 'signatory.picture'
  | `receipts.${'language' | 'number' | 'digits' | 'linkDays'}`

const WORDING_PAIRS = ['title', 'approval', 'declaration', 'statement', 'missing', 'cash.text', 'cheque'] as const
const WORDING_LINES: readonly string[] = ['approval', 'statement']
const RULE_RUPEES = ['cashDayLimit', 'anonymousLimit'] as const
const RULE_NUMBERS = ['anonymousShare', 'retentionYears'] as const
/** Content without the choice is sent without it. */
const CHOICES = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
])
export const RULE_CHOICES = ['receiptOnClearing', 'receiptForLeaf'] as const
const PICTURES = ['logo', 'signatory.picture'] as const

/** Lists of lines are one text, a line each; `needs` is separated by spaces. `key` stays while the form is open. */
export type WordingDraft = Record<
  'key' | 'from' | 'needs' | 'cash.aboveRupees' | Pair<(typeof WORDING_PAIRS)[number]>,
  string
>
/** The names of `RULE_CHOICES` are `yes` or `no`. */
export type RuleDraft = Record<
  | 'key'
  | 'from'
  | 'fcra.number'
  | 'fcra.date'
  | Pair<'certificate'>
  | (typeof RULE_RUPEES | typeof RULE_NUMBERS | typeof RULE_CHOICES)[number],
  string
>

/** The settings as the form edits them. Pictures are data URLs. */
export interface SettingsDraft extends Record<TextName | PlainName, string> {
  id: string
  /** The version that the changes begin from. */
  version: number | undefined
  /** What the server had. */
  given: unknown
  /** The fields of pictures that the user chose or removed. Drafts in the browser keep none. */
  files: string[]
  wordings: WordingDraft[]
  rules: RuleDraft[]
}

const DETAILS = ['name', 'registration', 'signatory.name', 'signatory.designation'] as const
/** May have a text per language, which the form shows as one. */
const CONTACTS = ['phone', 'email', 'website'] as const

/** Reads the content of a response; whatever it lacks is empty. */
export function draftOf(content: unknown, version: number | undefined): SettingsDraft {
  const text = (path: string, language?: Language) => textIn(at(content, path), language)
  const lines = (language: Language) => linesIn(at(content, 'address'), language)
  const pair = (path: string) => ({ [`${path}.en`]: text(path, 'en'), [`${path}.hi`]: text(path, 'hi') })
  const shownIn = text('receipts.language') === 'hi' ? 'hi' : 'en'
  return {
    ...(Object.assign({}, ...DETAILS.map(pair)) as Record<TextName, string>),
    id: 'settings',
    version,
    given: content,
    files: [],
    'address.en': lines('en'),
    'address.hi': lines('hi'),
    pan: text('pan'),
    phone: text('phone', shownIn),
    email: text('email', shownIn),
    website: text('website', shownIn),
    logo: text('logo'),
    'signatory.picture': text('signatory.picture'),
    'receipts.language': shownIn,
    'receipts.number': text('receipts.number') || 'SD/{year}/{number}',
    'receipts.digits': text('receipts.digits') || '5',
    'receipts.linkDays': text('receipts.linkDays') || '90',
    wordings: newestFirst(listAt(content, 'wordings').map(wordingOf)).map(withKey),
    rules: newestFirst(listAt(content, 'rules').map(ruleOf)).map(withKey),
  }
}

/** The content to send. The server validates it. */
export function contentOf(draft: SettingsDraft): object {
  const signatory = compact({
    name: pairOf(draft, 'signatory.name'),
    designation: pairOf(draft, 'signatory.designation'),
    picture: draft['signatory.picture'],
  })
  return compact({
    name: pairOf(draft, 'name'),
    address: linesOf(draft, 'address'),
    registration: pairOf(draft, 'registration'),
    pan: draft.pan.trim().toUpperCase(),
    ...Object.fromEntries(CONTACTS.map((name) => [name, contactOf(draft, name)])),
    logo: draft.logo,
    signatory: Object.keys(signatory).length > 0 ? signatory : undefined,
    // An empty one is sent too: an omitted one would silently become the default.
    receipts: {
      language: draft['receipts.language'],
      number: draft['receipts.number'],
      digits: numberOf(draft['receipts.digits']),
      linkDays: numberOf(draft['receipts.linkDays']),
    },
    wordings: draft.wordings.map(sentWording),
    rules: draft.rules.map(sentRule),
  })
}

/** The content to preview: a picture that is saved already is named by its version. */
export function previewContentOf(draft: SettingsDraft): object {
  const { version, given } = draft
  const isSaved = (field: string, picture: string) => picture !== '' && picture === textIn(at(given, field))
  const named = PICTURES.filter((field) => version && isSaved(field, draft[field]))
  return contentOf({ ...draft, ...Object.fromEntries(named.map((field) => [field, `version:${version}`])) })
}

/** Values that the browser stored, perhaps by a panel whose entries had other fields. */
export function withAllFields({ wordings, rules, ...values }: StoredDraft['values']): StoredDraft['values'] {
  return {
    ...values,
    ...(Array.isArray(wordings) && { wordings: filled(wordings, wordingOf({})) }),
    ...(Array.isArray(rules) && { rules: filled(rules, ruleOf({})) }),
  }
}

function filled<Entry extends { key: string }>(stored: readonly unknown[], empty: Entry): Entry[] {
  const groups = stored.filter((entry) => typeof entry === 'object')
  return groups.map((entry) => ({ ...empty, ...entry })).map(withKey)
}

/** A new entry begins as a copy of the newest; only its day is to be chosen. */
export function newWording(entries: readonly WordingDraft[]): WordingDraft {
  return { ...(entries[0] ?? wordingOf({})), from: '', key: newKey(entries) }
}

export function newRule(entries: readonly RuleDraft[]): RuleDraft {
  return { ...(entries[0] ?? ruleOf({})), from: '', key: newKey(entries) }
}

/** The part of the draft that changes with a picture. */
export function pictureChange({ files }: SettingsDraft, field: 'logo' | 'signatory.picture', picture: string) {
  return { [field]: picture, files: [...new Set([...files, field])] }
}

/** Compares large pictures as they are, because this runs while a user types. */
export function isChanged(draft: SettingsDraft, base: SettingsDraft): boolean {
  const texts = (of: SettingsDraft) => JSON.stringify(contentOf({ ...of, logo: '', 'signatory.picture': '' }))
  return PICTURES.some((field) => draft[field] !== base[field]) || texts(draft) !== texts(base)
}

type Language = 'en' | 'hi'

function wordingOf(entry: unknown): WordingDraft {
  const read = (name: string, language: Language) =>
    WORDING_LINES.includes(name) ? linesIn(at(entry, name), language) : textIn(at(entry, name), language)
  const pairs = WORDING_PAIRS.map((name) => ({ [`${name}.en`]: read(name, 'en'), [`${name}.hi`]: read(name, 'hi') }))
  return {
    ...(Object.assign({}, ...pairs) as WordingDraft),
    from: textIn(at(entry, 'from')),
    needs: listAt(entry, 'needs').map(String).join(' '),
    'cash.aboveRupees': rupeesIn(at(entry, 'cash.aboveRupees')),
  }
}

function sentWording(draft: WordingDraft): object {
  const cash = compact({ aboveRupees: rupeesOf(draft['cash.aboveRupees']), text: pairOf(draft, 'cash.text') })
  return compact({
    from: draft.from,
    title: pairOf(draft, 'title'),
    approval: linesOf(draft, 'approval'),
    declaration: pairOf(draft, 'declaration'),
    statement: linesOf(draft, 'statement'),
    needs: draft.needs.split(' ').filter(Boolean),
    missing: pairOf(draft, 'missing'),
    cash: Object.keys(cash).length > 0 ? cash : undefined,
    cheque: pairOf(draft, 'cheque'),
  })
}

function ruleOf(entry: unknown): RuleDraft {
  const text = (path: string) => textIn(at(entry, path))
  return {
    ...(Object.fromEntries(RULE_NUMBERS.map((name) => [name, text(name)])) as RuleDraft),
    ...Object.fromEntries(RULE_RUPEES.map((name) => [name, rupeesIn(at(entry, name))])),
    from: text('from'),
    receiptOnClearing: at(entry, 'receiptOnClearing') === false ? 'no' : 'yes',
    receiptForLeaf: CHOICES.get(at(entry, 'receiptForLeaf')) ?? '',
    'fcra.number': text('fcra.number'),
    'fcra.date': text('fcra.date'),
    'certificate.en': text('certificate'),
    'certificate.hi': textIn(at(entry, 'certificate'), 'hi'),
  }
}

function sentRule(draft: RuleDraft): object {
  const fcra = compact({ number: draft['fcra.number'].trim(), date: draft['fcra.date'] })
  return compact({
    from: draft.from,
    ...Object.fromEntries(RULE_RUPEES.map((name) => [name, rupeesOf(draft[name])])),
    ...Object.fromEntries(RULE_NUMBERS.map((name) => [name, numberOf(draft[name])])),
    receiptOnClearing: draft.receiptOnClearing === 'yes',
    receiptForLeaf: draft.receiptForLeaf === '' ? undefined : draft.receiptForLeaf === 'yes',
    fcra: Object.keys(fcra).length > 0 ? fcra : undefined,
    certificate: pairOf(draft, 'certificate'),
  })
}

function contactOf(draft: SettingsDraft, name: (typeof CONTACTS)[number]): unknown {
  const given = at(draft.given, name)
  const isUnchanged = draft[name] === draftOf(draft.given, undefined)[name]
  return isUnchanged && typeof given === 'object' ? given : draft[name].trim()
}

/** One text for both languages if they are equal. */
function pairOf(draft: object, name: string): unknown {
  return joined(String(Reflect.get(draft, `${name}.en`)), String(Reflect.get(draft, `${name}.hi`)))
}

function linesOf(draft: object, name: string): unknown[] {
  const [en = [], hi = []] = ['en', 'hi'].map((language) =>
    String(Reflect.get(draft, `${name}.${language}`)).split('\n'),
  )
  const rows = Array.from({ length: Math.max(en.length, hi.length) }, (_, row) => joined(en[row] ?? '', hi[row] ?? ''))
  return rows.filter((row) => row !== undefined)
}

function joined(english: string, hindi: string): unknown {
  const [en, hi] = [english.trim(), hindi.trim()]
  if (en === hi) return en || undefined
  return compact({ en, hi })
}

/** Without empty values. */
function compact(values: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === '' || value === undefined || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

function withKey<Entry extends { key: string }>(entry: Entry, index: number): Entry {
  return { ...entry, key: String(index) }
}

function newKey(entries: readonly { key: string }[]): string {
  return String(Math.max(-1, ...entries.map(({ key }) => Number(key))) + 1)
}

function newestFirst<Entry extends { from: string }>(entries: Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.from < b.from ? 1 : -1))
}

function textIn(value: unknown, language: Language = 'en'): string {
  const text = typeof value === 'object' ? at(value, language) : value
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

/** As people write a sum: 2,00,000. */
function rupeesIn(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : textIn(value)
}

function linesIn(value: unknown, language: Language): string {
  return Array.isArray(value) ? value.map((line) => textIn(line, language)).join('\n') : ''
}

function listAt(value: unknown, path: string): unknown[] {
  const list = at(value, path)
  return Array.isArray(list) ? list : []
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
      value,
    )
}
