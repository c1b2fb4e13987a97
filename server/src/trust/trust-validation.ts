import { Settings } from 'typebox/system'
import { Errors } from 'typebox/value'
import { localised } from '../text/localised-text.ts'
import { TrustFieldError } from './trust-file-error.ts'
import { MAX_DATED_ENTRIES, schemaAt, TrustFile } from './trust-schema.ts'
import type { ReceiptLanguage } from './trust-settings.ts'

/** More than a form shows. */
const MAX_ERRORS = 100
/** Groups within groups. Valid content has fewer. */
const MAX_DEPTH = 10

// TypeBox stops at 8 errors by default. It validates nothing else here.
Settings.Set({ maxErrors: MAX_ERRORS })

interface LocalisedTrust {
  /** With each text in one language. Valid only without errors. */
  file: TrustFile
  errors: TrustFieldError[]
}

/**
 * Validates the trust's details. Of a text in the form `{ "en": …, "hi": … }`, takes only the one in
 * `language`; with `mayMissTexts`, the other one if it is missing. A field that is null counts as
 * omitted.
 */
export function validateTrust(
  content: unknown,
  language: ReceiptLanguage,
  { mayMissTexts = false }: { mayMissTexts?: boolean } = {},
): LocalisedTrust {
  const errors: TrustFieldError[] = []
  const file = localise(content, language, { field: '', depth: 0, errors, mayMissTexts }) as TrustFile
  for (const error of Errors(TrustFile, file)) {
    const described = toFieldError(error, content, language)
    if (!errors.some(({ field }) => isWithin(field, described.field) || isWithin(described.field, field))) {
      errors.push(described)
    }
  }
  errors.push(...repeatedDays(file))
  // A group is also wrong as a whole if one of its fields is unknown.
  return { file, errors: errors.length > 1 ? errors.filter(({ field }) => field !== '') : errors }
}

/** The language in which receipts are printed, if the content sets one. */
export function receiptLanguage(content: unknown): ReceiptLanguage | undefined {
  const language = isObject(content) && isObject(content.receipts) ? content.receipts.language : undefined
  return language === 'en' || language === 'hi' ? language : undefined
}

type SchemaError = ReturnType<typeof Errors>[number]

function toFieldError(error: SchemaError, content: unknown, language: ReceiptLanguage): TrustFieldError {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const field = fieldName(path)
  const formField = formFieldOf(content, path, language)
  switch (error.keyword) {
    case 'required': {
      const [name = ''] = error.params.requiredProperties
      const { description: expected } = schemaAt([...path, name])
      const sentence = localised('This is required.')
      return new TrustFieldError(fieldName([...path, name]), `is missing; it ${expected}`, { sentence })
    }
    // A property that `additionalProperties` excludes fails with this keyword.
    case 'boolean': {
      const known = Object.keys(schemaAt(path.slice(0, -1)).properties ?? {}).join(', ')
      return new TrustFieldError(field, `is not a known field; the fields are ${known}`)
    }
    case '~refine': {
      const characters = /cannot print: (.+)$/.exec(error.message)?.[1]
      const sentence = characters
        ? localised('Has characters that receipts cannot print: {characters}.', { characters })
        : localised('Is not a date: {day}.', { day: error.message.replace('is not a date: ', '') })
      return new TrustFieldError(field, error.message, { sentence, formField })
    }
    default: {
      const { description = 'is wrong', sentence } = schemaAt(path)
      return new TrustFieldError(field, description, { sentence, formField })
    }
  }
}

/** The entries of a list begin on different days. */
function repeatedDays(file: TrustFile): TrustFieldError[] {
  const sentence = localised('Another entry begins on this day. Choose another day.')
  return (['wordings', 'rules'] as const).flatMap((list) => {
    // The content may be wrong in other ways.
    const entries = isObject(file) ? file[list] : undefined
    const days = Array.isArray(entries) ? entries.map((entry) => (isObject(entry) ? entry.from : undefined)) : []
    return days.flatMap((day, index) => {
      if (typeof day !== 'string' || days.indexOf(day) === index) return []
      const message = `must not have two entries from the same day, ${day}`
      return new TrustFieldError(list, message, { sentence, formField: `${list}[${index}].from` })
    })
  })
}

interface Position {
  field: string
  depth: number
  errors: TrustFieldError[]
  mayMissTexts: boolean
}

/**
 * Trims texts, selects the language and removes nulls from objects. Leaves out what no valid content
 * has: entries and fields beyond a number, and groups that are too deep. Each stays a fault.
 */
function localise(value: unknown, language: ReceiptLanguage, position: Position): unknown {
  const { field, depth, errors, mayMissTexts } = position
  const at = (name: string) => ({ ...position, field: name, depth: depth + 1 })
  const add = (error: TrustFieldError) => errors.length < MAX_ERRORS && errors.push(error)
  if (typeof value === 'string') return value.trim()
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) {
    const entries = value.slice(0, MAX_DATED_ENTRIES + 1)
    return entries.map((entry, index) => localise(entry, language, at(`${field}[${index}]`)))
  }
  if (!isObject(value)) return value
  if (depth > 0 && isText(value)) {
    const unknown = Object.keys(value).find((key) => key !== 'en' && key !== 'hi')
    if (unknown !== undefined) {
      const message = 'is not a known language; the languages are en, hi'
      add(new TrustFieldError(`${field}.${unknown}`, message))
    }
    const text = value[language] ?? undefined
    if (text === undefined && !mayMissTexts && !schemaAt(pathOf(field)).mayMissTexts) {
      add(missingText(`${field}.${language}`))
    }
    return localise(text ?? value.en ?? value.hi, language, at(`${field}.${language}`))
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .slice(0, MAX_ERRORS)
      .map(([key, entry]) => [key, localise(entry, language, at(field === '' ? key : `${field}.${key}`))]),
  )
}

function missingText(field: string): TrustFieldError {
  const sentence = localised('Fill in this language too: receipts are printed in it.')
  return new TrustFieldError(field, 'is missing; receipts are printed in this language', { sentence })
}

function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}

/** The field of a form: each language of a text has its own, and `localise` may have chosen the other. */
function formFieldOf(content: unknown, path: readonly string[], language: ReceiptLanguage): string {
  const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], content)
  const chosen = isText(value)
    ? [language, 'en', 'hi'].find((each) => (value[each] ?? undefined) !== undefined)
    : undefined
  return chosen === undefined ? fieldName(path) : `${fieldName(path)}.${chosen}`
}

/** `['wordings', '1', 'from']` is `wordings[1].from`. */
function fieldName(path: readonly string[]): string {
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
}

/** The inverse of `fieldName`. */
function pathOf(field: string): string[] {
  return field.split(/[.[\]]+/).filter(Boolean)
}

/** Whether a group is one text per language. */
function isText(value: unknown): value is { en?: string | null; hi?: string | null } & Record<string, unknown> {
  if (!isObject(value) || !('en' in value || 'hi' in value)) return false
  return [value.en, value.hi].every((text) => text === undefined || text === null || typeof text === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
