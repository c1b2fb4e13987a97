import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import type { Language } from '../text/localised-text.ts'
import { replaceUnprintable } from '../text/receipt-fonts.ts'
import { TrustFieldError } from './trust-file-error.ts'

// Each description completes a sentence that starts with the field's name.
const TEXT_DESCRIPTION = 'must be one line of text, 1 to 600 characters long'
const Line = Type.String({ pattern: '^\\P{Cc}+$', maxLength: 600, description: TEXT_DESCRIPTION })
const Text = Type.Refine(
  Line,
  (text) => unprintableIn(text).length === 0,
  (text) => `has characters that receipts cannot print: ${unprintableIn(text).join(' ')}`,
)
const Lines = Type.Array(Text, { maxItems: 12, description: 'must be a list of at most 12 lines' })

const Day = Type.Refine(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'must be a date like 2026-04-01' }),
  isDay,
  (day) => `is not a date: ${day}`,
)

const NUMBER_PART = '[A-Za-z0-9/._-]*'
const NumberFormat = Type.String({
  maxLength: 60,
  pattern: `^${NUMBER_PART}(\\{year\\}${NUMBER_PART}\\{number\\}|\\{number\\}${NUMBER_PART}\\{year\\})${NUMBER_PART}$`,
  description:
    'must be like SD/{year}/{number}: {year} and {number} once each, Latin letters, digits and / . _ - besides',
})

function oneOf<const Value extends string>(...values: readonly Value[]) {
  return Type.Enum([...values], { description: `must be one of ${values.join(', ')}` })
}

function integer(minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum, description: `must be a whole number from ${minimum} to ${maximum}` })
}

const GROUP = { additionalProperties: false, description: 'must be a group of fields in { }' }

const Wording = Type.Object(
  {
    from: Day,
    title: Type.Optional(Text),
    approval: Type.Optional(Lines),
    declaration: Type.Optional(Text),
    statement: Type.Optional(Lines),
    needs: Type.Optional(
      Type.Array(oneOf('name', 'address', 'pan'), {
        maxItems: 12,
        description: 'must be a list of at most 12 entries',
      }),
    ),
    missing: Type.Optional(Text),
    cash: Type.Optional(Type.Object({ aboveRupees: integer(0, 1_000_000_000), text: Text }, GROUP)),
  },
  GROUP,
)

const TrustFile = Type.Object(
  {
    name: Text,
    address: Type.Optional(Lines),
    registration: Type.Optional(Text),
    pan: Type.Optional(Type.String({ pattern: '^[A-Z]{5}\\d{4}[A-Z]$', description: 'must be like AAATS1234F' })),
    phone: Type.Optional(Text),
    email: Type.Optional(Text),
    website: Type.Optional(Text),
    logo: Type.Optional(Line),
    signatory: Type.Optional(
      Type.Object({ name: Text, designation: Type.Optional(Text), picture: Type.Optional(Line) }, GROUP),
    ),
    receipts: Type.Optional(
      Type.Object(
        {
          language: Type.Optional(oneOf('en', 'hi')),
          number: Type.Optional(NumberFormat),
          digits: Type.Optional(integer(1, 12)),
          linkDays: Type.Optional(integer(1, 36_500)),
        },
        GROUP,
      ),
    ),
    wordings: Type.Optional(Type.Array(Wording, { maxItems: 12, description: 'must be a list of at most 12 entries' })),
  },
  GROUP,
)

export type TrustFile = Static<typeof TrustFile>

/**
 * Validates the content of the trust's file. Of a text in the form `{ "en": …, "hi": … }`, returns
 * only the receipts' language. A field that is null counts as omitted. Throws TrustFieldError.
 */
export function parseTrustFile(content: unknown, defaultLanguage: Language): TrustFile {
  const value = localise(content, languageOf(content) ?? defaultLanguage, '')
  const [error] = Errors(TrustFile, value)
  if (!error) return value as TrustFile
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  switch (error.keyword) {
    case 'required': {
      const [name = ''] = error.params.requiredProperties
      const { description: expected } = schemaAt([...path, name])
      throw new TrustFieldError(fieldName([...path, name]), `is missing; it ${expected}`)
    }
    // A property that `additionalProperties` excludes fails with this keyword.
    case 'boolean': {
      const known = Object.keys(schemaAt(path.slice(0, -1)).properties ?? {}).join(', ')
      throw new TrustFieldError(fieldName(path), `is not a known field; the fields are ${known}`)
    }
    case '~refine':
      throw new TrustFieldError(fieldName(path), error.message)
    default:
      throw new TrustFieldError(fieldName(path), `${schemaAt(path).description}`)
  }
}

/** The characters that none of the receipts' fonts has. */
export function unprintableIn(text: string): string[] {
  const missing = new Set<string>()
  replaceUnprintable(text, (character) => {
    missing.add(character)
    return ''
  })
  return [...missing]
}

function languageOf(content: unknown): Language | undefined {
  const language = isObject(content) && isObject(content.receipts) ? content.receipts.language : undefined
  return language === 'en' || language === 'hi' ? language : undefined
}

/** Trims texts, selects the language and removes nulls from objects. */
function localise(value: unknown, language: Language, field: string): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((entry, index) => localise(entry, language, `${field}[${index}]`))
  if (!isObject(value)) return value
  if ('en' in value || 'hi' in value) {
    const unknown = Object.keys(value).find((key) => key !== 'en' && key !== 'hi')
    if (unknown !== undefined) {
      throw new TrustFieldError(`${field}.${unknown}`, 'is not a known language; the languages are en, hi')
    }
    const text = value[language] ?? undefined
    if (text === undefined) {
      throw new TrustFieldError(`${field}.${language}`, 'is missing; receipts are printed in this language')
    }
    return localise(text, language, `${field}.${language}`)
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      entry === null ? [] : [[key, localise(entry, language, field === '' ? key : `${field}.${key}`)]],
    ),
  )
}

interface SchemaNode {
  description?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
}

function schemaAt(path: readonly string[]): SchemaNode {
  let schema = TrustFile as unknown as SchemaNode
  for (const part of path) schema = schema.properties?.[part] ?? schema.items ?? schema
  return schema
}

/** `['wordings', '1', 'from']` is `wordings[1].from`. */
function fieldName(path: readonly string[]): string {
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
