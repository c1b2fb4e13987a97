import type { Language } from '../text/localised-text.ts'
import { replaceUnprintable } from '../text/receipt-fonts.ts'

/** What is wrong at one place of the trust's file. `message` goes on from the place: `must be …`. */
export class FieldError extends Error {
  override name = 'FieldError'
  readonly place: string

  constructor(place: string, message: string) {
    super(message)
    this.place = place
  }
}

/** Longer than any of these, it is no detail of a trust but a mistake. Characters, lines. */
const TEXT_MAX = 600
const LINES_MAX = 12

/** One place of the trust's file: its value, and its way from the top, such as `wordings[1].from`. Its readers throw FieldError. */
export class Field {
  readonly #value: unknown
  readonly place: string
  readonly #language: Language

  constructor(value: unknown, place: string, language: Language) {
    this.#value = value
    this.place = place
    this.#language = language
  }

  /** The fields of an object that has none but these. */
  fields<const Name extends string>(...names: readonly Name[]): Record<Name, Field> {
    const object = this.#value
    if (!isObject(object)) throw this.wrong('must be a group of fields in { }')
    const unknown = Object.keys(object).find((name) => !names.some((known) => known === name))
    if (unknown !== undefined) {
      throw new FieldError(this.#within(unknown), `is not known here; the fields are ${names.join(', ')}`)
    }
    const entries = names.map((name) => [name, new Field(object[name], this.#within(name), this.#language)])
    return Object.fromEntries(entries) as Record<Name, Field>
  }

  /** The entries of a list; none when the field is left out. */
  entries(): Field[] {
    if (!this.isGiven()) return []
    if (!Array.isArray(this.#value)) throw this.wrong('must be a list in [ ]')
    if (this.#value.length > LINES_MAX) throw this.wrong(`can have at most ${LINES_MAX} entries`)
    return this.#value.map((value, index) => new Field(value, `${this.place}[${index}]`, this.#language))
  }

  /** Text that is the same in both languages, or `{ "en": …, "hi": … }`, of which the receipts' language is taken; null when left out. */
  text(): string | null {
    if (!isObject(this.#value)) return this.printed()
    const spoken = this.fields('en', 'hi')[this.#language]
    const text = spoken.printed()
    if (text === null) throw spoken.wrong('must be there, since it is the language of the receipts')
    return text
  }

  /** The same, of a field that must be there. */
  neededText(): string {
    return this.text() ?? this.#missing()
  }

  lines(): string[] {
    return this.entries().map((line) => line.neededText())
  }

  /** Text that has no language and is printed. */
  printed(): string | null {
    const text = this.word()
    const lost = text === null ? [] : unprintableIn(text)
    if (lost.length === 0) return text
    throw this.wrong(`has characters that receipts cannot be printed with: ${lost.join(' ')}`)
  }

  /** Text that has no language. */
  word(): string | null {
    if (!this.isGiven()) return null
    if (typeof this.#value !== 'string') throw this.wrong('must be text in quotes')
    const text = this.#value.trim()
    if (text === '') throw this.wrong('must not be empty; leave it out instead')
    if (text.length > TEXT_MAX) throw this.wrong(`can have at most ${TEXT_MAX} characters`)
    if (/\p{Cc}/u.test(text)) throw this.wrong('must be one line')
    return text
  }

  /** Text that has no language and this form. */
  formed(form: RegExp, like: string): string | null {
    const text = this.word()
    if (text === null || form.test(text)) return text
    throw this.wrong(`must be like ${like}, but it is "${text}"`)
  }

  oneOf<const Value extends string>(values: readonly Value[]): Value | null {
    if (!this.isGiven()) return null
    const found = values.find((value) => value === this.#value)
    if (found !== undefined) return found
    throw this.wrong(`must be one of ${values.join(', ')}, but it is ${JSON.stringify(this.#value)}`)
  }

  /** The same, of a field that must be there. */
  neededOneOf<const Value extends string>(values: readonly Value[]): Value {
    return this.oneOf(values) ?? this.#missing()
  }

  /** A whole number within limits; null when left out. */
  whole(min: number, max: number): number | null {
    if (!this.isGiven()) return null
    const number = this.#value
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number
    throw this.wrong(`must be a whole number from ${min} to ${max}, but it is ${JSON.stringify(number)}`)
  }

  /** A day of the calendar, `YYYY-MM-DD`. */
  neededDay(): string {
    const day = this.formed(/^\d{4}-\d{2}-\d{2}$/, '2026-04-01') ?? this.#missing()
    const at = Date.parse(`${day}T00:00:00Z`)
    if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) throw this.wrong(`is no day: "${day}"`)
    return day
  }

  isGiven(): boolean {
    return this.#value !== undefined && this.#value !== null
  }

  wrong(message: string): FieldError {
    return new FieldError(this.place, message)
  }

  #missing(): never {
    throw this.wrong('must be there')
  }

  #within(name: string): string {
    return this.place === '' ? name : `${this.place}.${name}`
  }
}

/** The characters that none of the fonts of receipts has. */
export function unprintableIn(text: string): string[] {
  const lost = new Set<string>()
  replaceUnprintable(text, (character) => {
    lost.add(character)
    return ''
  })
  return [...lost]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
