import { Errors } from 'typebox/value'
import type { Language } from '../text/localised-text.ts'
import { TrustFieldError } from './trust-file-error.ts'
import { schemaAt, TrustFile } from './trust-schema.ts'

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
  language: Language,
  { mayMissTexts = false }: { mayMissTexts?: boolean } = {},
): LocalisedTrust {
  const errors: TrustFieldError[] = []
  const file = localise(content, language, { field: '', errors, mayMissTexts }) as TrustFile
  for (const error of Errors(TrustFile, file)) {
    const described = toFieldError(error, content, language)
    if (!errors.some(({ field }) => isWithin(field, described.field) || isWithin(described.field, field))) {
      errors.push(described)
    }
  }
  if (errors.length === 0) errors.push(...repeatedDays(file))
  // A group is also wrong as a whole if one of its fields is unknown.
  return { file, errors: errors.length > 1 ? errors.filter(({ field }) => field !== '') : errors }
}

/** The language in which receipts are printed, if the content sets one. */
export function receiptLanguage(content: unknown): Language | undefined {
  const language = isObject(content) && isObject(content.receipts) ? content.receipts.language : undefined
  return language === 'en' || language === 'hi' ? language : undefined
}

type SchemaError = ReturnType<typeof Errors>[number]

function toFieldError(error: SchemaError, content: unknown, language: Language): TrustFieldError {
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
      const sentence = { en: 'This is required.', hi: 'यह ज़रूरी है।' }
      return new TrustFieldError(fieldName([...path, name]), `is missing; it ${expected}`, { sentence })
    }
    // A property that `additionalProperties` excludes fails with this keyword.
    case 'boolean': {
      const known = Object.keys(schemaAt(path.slice(0, -1)).properties ?? {}).join(', ')
      return new TrustFieldError(field, `is not a known field; the fields are ${known}`)
    }
    case '~refine': {
      const unprintable = /cannot print: (.+)$/.exec(error.message)?.[1]
      const hi = unprintable ? `ये अक्षर रसीद पर नहीं छपते: ${unprintable}` : 'ऐसी कोई तारीख नहीं होती।'
      return new TrustFieldError(field, error.message, { hi, formField })
    }
    default: {
      const { description = 'is wrong', hindi } = schemaAt(path)
      return new TrustFieldError(field, description, { hi: hindi, formField })
    }
  }
}

/** The entries of a list begin on different days. */
function repeatedDays(file: TrustFile): TrustFieldError[] {
  const sentence = {
    en: 'Another entry begins on this day. Choose another day.',
    hi: 'इसी दिन से एक और शुरू होता है। दूसरी तारीख चुनें।',
  }
  return (['wordings', 'rules'] as const).flatMap((list) => {
    const days = (file[list] ?? []).map(({ from }) => from)
    const index = days.findIndex((day, n) => days.indexOf(day) < n)
    if (index < 0) return []
    const message = `must not have two entries from the same day, ${days[index]}`
    return new TrustFieldError(list, message, { sentence, formField: `${list}[${index}].from` })
  })
}

interface Position {
  field: string
  errors: TrustFieldError[]
  mayMissTexts: boolean
}

/** Trims texts, selects the language and removes nulls from objects. */
function localise(value: unknown, language: Language, position: Position): unknown {
  const { field, errors, mayMissTexts } = position
  const at = (name: string) => ({ ...position, field: name })
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((entry, index) => localise(entry, language, at(`${field}[${index}]`)))
  if (!isObject(value)) return value
  if (isText(value)) {
    const unknown = Object.keys(value).find((key) => key !== 'en' && key !== 'hi')
    if (unknown !== undefined) {
      const message = 'is not a known language; the languages are en, hi'
      errors.push(new TrustFieldError(`${field}.${unknown}`, message))
    }
    const text = value[language] ?? undefined
    if (text === undefined && !mayMissTexts) errors.push(missingText(`${field}.${language}`))
    return localise(text ?? value.en ?? value.hi, language, at(`${field}.${language}`))
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      entry === null ? [] : [[key, localise(entry, language, at(field === '' ? key : `${field}.${key}`))]],
    ),
  )
}

function missingText(field: string): TrustFieldError {
  const sentence = {
    en: 'Fill in this language too: receipts are printed in it.',
    hi: 'इस भाषा में भी भरें: रसीदें इसी में छपती हैं।',
  }
  return new TrustFieldError(field, 'is missing; receipts are printed in this language', { sentence })
}

function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}

/** The field of a form: each language of a text has its own. */
function formFieldOf(content: unknown, path: readonly string[], language: Language): string {
  const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], content)
  return isText(value) && value[language] !== undefined ? `${fieldName(path)}.${language}` : fieldName(path)
}

/** `['wordings', '1', 'from']` is `wordings[1].from`. */
function fieldName(path: readonly string[]): string {
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
}

function isText(value: unknown): value is { en?: unknown; hi?: unknown } & Record<string, unknown> {
  return isObject(value) && ('en' in value || 'hi' in value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
