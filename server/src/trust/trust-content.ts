import { hasPanShape } from '@sevadesk/contract/donors/pan.ts'
import {
  type ContentOf,
  SETTINGS_ENTRIES_MAX,
  SETTINGS_FIELDS,
  SETTINGS_LINES_MAX,
  type SettingsContent,
  type SettingsField,
  type SettingsFields,
  type SettingsText,
} from '@sevadesk/contract/settings/settings-fields.ts'
import type { LocalisedText } from '../text/localised-text.ts'
import { unprintableIn } from '../text/receipt-fonts.ts'
import * as sentences from './settings-sentences.ts'
import { dataUrl, parseDataUrl, TrustFieldError } from './trust-picture.ts'
import {
  plainTrust,
  type ReceiptLanguage,
  type Trust,
  type TrustPicture,
  type TrustRule,
  type Wording,
} from './trust-settings.ts'

/** More than a form shows. */
const MAX_FAULTS = 100
const LANGUAGES: readonly string[] = ['en', 'hi'] satisfies ReceiptLanguage[]
const PART = '[A-Za-z0-9/._-]*'
const NUMBER_FORMAT = new RegExp(`^${PART}(\\{year\\}${PART}\\{number\\}|\\{number\\}${PART}\\{year\\})${PART}$`)

interface Options {
  /** The language of receipts, if the content sets none. */
  language: ReceiptLanguage
  /** Returns the picture that a field names. Throws TrustFieldError. */
  readPicture(field: string, value: string): TrustPicture
}

interface Reading extends Options {
  faults: TrustFieldError[]
}

/**
 * Returns content as it is stored: with trimmed texts, with pictures as data URLs, with the language
 * of receipts, and without nulls. It is valid if there are no faults; at most a hundred are returned.
 */
export function readContent(sent: unknown, options: Options): { content: SettingsContent; faults: TrustFieldError[] } {
  const language = receiptLanguage(sent) ?? options.language
  const reading: Reading = { ...options, language, faults: [] }
  const content = readGroup(SETTINGS_FIELDS, sent, '', reading) as SettingsContent
  // A later change of the default changes no receipt.
  return { content: { ...content, receipts: { ...content.receipts, language } }, faults: reading.faults }
}

function receiptLanguage(content: unknown): ReceiptLanguage | undefined {
  const language = isObject(content) && isObject(content.receipts) ? content.receipts.language : undefined
  return language === 'en' || language === 'hi' ? language : undefined
}

function readGroup(fields: SettingsFields, value: unknown, name: string, reading: Reading): Record<string, unknown> {
  const group: Record<string, unknown> = {}
  if (!isObject(value)) {
    refuse(name, sentences.expected({ kind: 'group', fields }), reading)
    return group
  }
  const nameOf = (key: string) => (name === '' ? key : `${name}.${key}`)
  for (const [key, field] of Object.entries(fields)) {
    const part = value[key] ?? undefined
    if (part !== undefined) group[key] = readValue(field, part, nameOf(key), reading)
    else if (field.isRequired) refuse(nameOf(key), sentences.REQUIRED, reading)
  }
  for (const [key, part] of Object.entries(value)) {
    if (part !== null && !Object.hasOwn(fields, key)) refuse(nameOf(key), sentences.unknownField(fields), reading)
  }
  return group
}

function readValue(field: SettingsField, value: unknown, name: string, reading: Reading): unknown {
  switch (field.kind) {
    case 'text':
    case 'contact':
      return readText(field, value, name, reading)
    case 'lines':
      return readList(field, { ...field, kind: 'text' }, value, name, reading)
    case 'choices':
      return readList(field, { ...field, kind: 'choice' }, value, name, reading)
    case 'entries': {
      const entries = readList(field, { ...field, kind: 'group' }, value, name, reading)
      refuseRepeatedDays(entries, name, reading)
      return entries
    }
    case 'group':
      return readGroup(field.fields, value, name, reading)
    case 'picture':
      return readPicture(value, name, reading)
    default:
      return readPlain(field, value, name, reading)
  }
}

function readList(
  field: SettingsField,
  item: SettingsField,
  value: unknown,
  name: string,
  reading: Reading,
): unknown[] {
  const max = field.kind === 'entries' ? SETTINGS_ENTRIES_MAX : SETTINGS_LINES_MAX
  if (Array.isArray(value) && value.length <= max) {
    return value.map((part, index) => readValue(item, part, `${name}[${index}]`, reading))
  }
  refuse(name, sentences.expected(field), reading)
  return []
}

function refuseRepeatedDays(entries: readonly unknown[], name: string, reading: Reading): void {
  const days = entries.map((entry) => isObject(entry) && entry.from)
  for (const [index, day] of days.entries()) {
    const isRepeated = typeof day === 'string' && days.indexOf(day) < index
    if (isRepeated) refuse(`${name}[${index}].from`, sentences.REPEATED_DAY, reading)
  }
}

function readText(
  field: Extract<SettingsField, { isOnReceipts: boolean }>,
  value: unknown,
  name: string,
  reading: Reading,
): unknown {
  if (!isObject(value) || !LANGUAGES.some((language) => language in value)) {
    return readPlain(field, value, name, reading)
  }
  const texts: Record<string, unknown> = {}
  for (const [language, text] of Object.entries(value)) {
    if (!LANGUAGES.includes(language)) refuse(`${name}.${language}`, sentences.UNKNOWN_LANGUAGE, reading)
    else if (text !== null) texts[language] = readPlain(field, text, `${name}.${language}`, reading)
  }
  const needed = field.isOnReceipts ? [reading.language] : LANGUAGES
  if (!needed.some((language) => language in texts)) {
    refuse(`${name}.${reading.language}`, sentences.MISSING_LANGUAGE, reading)
  }
  return texts
}

function readPicture(value: unknown, name: string, reading: Reading): unknown {
  if (typeof value !== 'string') return refuse(name, sentences.expected({ kind: 'picture' }), reading)
  try {
    return dataUrl(reading.readPicture(name, value.trim()))
  } catch (error) {
    if (!(error instanceof TrustFieldError)) throw error
    return refuse(name, error.sentence, reading)
  }
}

function readPlain(field: SettingsField, value: unknown, name: string, reading: Reading): unknown {
  const plain = typeof value === 'string' ? value.trim() : value
  const fault = faultOf(field, plain)
  if (fault) refuse(name, fault, reading)
  return plain
}

function faultOf(field: SettingsField, value: unknown): LocalisedText | undefined {
  if (!hasForm(field, value)) return sentences.expected(field)
  const text = String(value)
  if (field.kind === 'day' && !isDay(text)) return sentences.noSuchDay(text)
  const unprintable = 'isOnReceipts' in field && field.isOnReceipts ? unprintableIn(text) : []
  return unprintable.length > 0 ? sentences.unprintable(unprintable) : undefined
}

function hasForm(field: SettingsField, value: unknown): boolean {
  // No valid text is empty.
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'text':
    case 'contact':
    case 'line':
      // A text needs a visible character.
      return new RegExp(`^\\P{Cc}{1,${field.max}}$`, 'u').test(text) && /[^\p{C}\p{Z}]/u.test(text)
    case 'format':
      return text.length <= field.max && NUMBER_FORMAT.test(text)
    case 'integer':
    case 'rupees':
      return Number.isInteger(value) && Number(value) >= field.min && Number(value) <= field.max
    case 'yes-no':
      return typeof value === 'boolean'
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text)
    case 'pan':
      return hasPanShape(text)
    case 'choice':
      return field.options.includes(text)
    default:
      return false
  }
}

/** Records a fault; the first of a field counts. */
function refuse(field: string, sentence: LocalisedText, { faults }: Reading): void {
  if (faults.length < MAX_FAULTS && faults.every((fault) => fault.field !== field)) {
    faults.push(new TrustFieldError(field, sentence))
  }
}

/** Whether `YYYY-MM-DD` is a day of the calendar. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type InOneLanguage = ContentOf<typeof SETTINGS_FIELDS, string>

/** Returns what valid content says in the language of receipts. */
export function trustOf(content: SettingsContent, defaultLanguage: ReceiptLanguage): Trust {
  const language = content.receipts?.language ?? defaultLanguage
  const plain = plainTrust('', language)
  const { receipts, signatory, ...details } = inLanguage(content, language) as InOneLanguage
  const picture = (field: string, url: string | undefined) => (url === undefined ? null : parseDataUrl(field, url))
  return {
    language,
    names: { en: textIn(content.name, 'en'), hi: textIn(content.name, 'hi') },
    numberFormat: receipts?.number ?? plain.numberFormat,
    numberDigits: receipts?.digits ?? plain.numberDigits,
    linkDays: receipts?.linkDays ?? plain.linkDays,
    details: {
      name: details.name,
      address: details.address ?? [],
      registration: details.registration ?? null,
      pan: details.pan ?? null,
      phone: details.phone ?? null,
      email: details.email ?? null,
      website: details.website ?? null,
      logo: picture('logo', details.logo),
      signatory: signatory
        ? {
            name: signatory.name,
            designation: signatory.designation ?? null,
            picture: picture('signatory.picture', signatory.picture),
          }
        : null,
    },
    wordings: (details.wordings ?? []).map(toWording).sort(latestFirst),
    rules: (content.rules ?? []).map((rule) => toRule(rule, language)).sort(latestFirst),
  }
}

/** Takes of each text the one in the language, or the other one if it is missing. */
function inLanguage(value: unknown, language: ReceiptLanguage): unknown {
  if (Array.isArray(value)) return value.map((part) => inLanguage(part, language))
  if (typeof value !== 'object' || value === null) return value
  if ('en' in value || 'hi' in value) return textIn(value as SettingsText, language)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLanguage(part, language)]))
}

function textIn(text: SettingsText, language: ReceiptLanguage): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en ?? text.hi ?? '')
}

function toWording(wording: NonNullable<InOneLanguage['wordings']>[number]): Wording {
  const { from, title, approval, declaration, statement, needs, missing, cash, cheque } = wording
  return {
    from,
    title: title ?? null,
    approval: approval ?? [],
    declaration: declaration ?? null,
    statement: statement ?? [],
    needs: needs ?? [],
    missing: missing ?? null,
    // The content has rupees; the code counts in paise.
    cash: cash ? { above: cash.aboveRupees * 100, text: cash.text } : null,
    cheque: cheque ?? null,
  }
}

function toRule(rule: NonNullable<SettingsContent['rules']>[number], language: ReceiptLanguage): TrustRule {
  const { from, cashDayLimit, anonymousLimit, certificate } = rule
  return {
    from,
    cashDayLimit: cashDayLimit === undefined ? null : cashDayLimit * 100,
    anonymousLimit: anonymousLimit === undefined ? null : anonymousLimit * 100,
    anonymousShare: rule.anonymousShare ?? null,
    receiptOnClearing: rule.receiptOnClearing ?? true,
    receiptForLeaf: rule.receiptForLeaf ?? false,
    fcra: rule.fcra ?? null,
    ...(certificate !== undefined && { certificate: inAnyLanguage(certificate, language) }),
  }
}

/** In a language without a text of its own, that of the receipts. */
function inAnyLanguage(text: SettingsText, language: ReceiptLanguage): LocalisedText {
  return (asked) => textIn(text, asked === 'en' || asked === 'hi' ? asked : language)
}

function latestFirst(a: { from: string }, b: { from: string }): number {
  return a.from < b.from ? 1 : -1
}
