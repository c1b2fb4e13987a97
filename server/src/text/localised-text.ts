import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'
import { toVisibleLine } from '@sevadesk/contract/base/normalise-text.ts'

/** Returns a text in a language. */
export type LocalisedText = (language: Language) => string

/**
 * The English of a text. Two texts with the same English differ by what is before a `|`, as in
 * `gift|This day is in the future.`
 */
export type Sentence = keyof typeof import('../locales/hi.json', { with: { type: 'json' }})

type Placeholder<English> = English extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never
type Values<English> = Record<Placeholder<English>, string | number | LocalisedText>

/** For each language, its translations of the English sentences, which stand in the code. */
export const CATALOGUES = new Map<string, Readonly<Record<string, string>>>(
  LANGUAGES.map(({ code }) => [code, code === 'en' ? {} : readCatalogue(code)]),
)

function readCatalogue(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '..', 'locales', `${language}.json`), 'utf8'))
}

/** A sentence with a value for each `{placeholder}` of it. */
export function localised<English extends Sentence>(
  english: English,
  ...[values]: [Placeholder<English>] extends [never] ? [] : [Values<English>]
): LocalisedText {
  return (language) => {
    return wordsOf(english, language).replace(/\{(\w+)\}/g, (_, name: Placeholder<English>) => {
      const value = values?.[name]
      return typeof value === 'function' ? value(language) : String(value)
    })
  }
}

/** The title of a field in the contract's schemas, which a test finds in the catalogues. */
export function localisedTitle(title: string): LocalisedText {
  return (language) => wordsOf(title, language)
}

function wordsOf(english: string, language: Language): string {
  return CATALOGUES.get(language)?.[english] ?? english.slice(english.indexOf('|') + 1)
}

export function joinSentences(sentences: readonly LocalisedText[]): LocalisedText {
  return (language) => sentences.map((sentence) => sentence(language)).join(' ')
}

/**
 * Returns the supported language with the highest weight in `Accept-Language` (RFC 9110, section
 * 12.5.4); the first of equal weights; English if none is listed.
 */
export function requestedLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 }
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.toLowerCase().split(';')
    const language = tag.trim().split('-')[0] ?? ''
    if (!isLanguage(language)) continue
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (weight > best.weight) best = { language, weight }
  }
  return best.language
}

function isLanguage(code: string): code is Language {
  return CATALOGUES.has(code)
}

/** Control characters, including those that change the text direction. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Normalises a single-line input: removes invisible characters that shape no letter or emoji, collapses
 * and trims spaces. Never for titles, descriptions, messages and passwords, which stay as typed.
 */
export function toLine(text: string): string {
  return toVisibleLine(text.toWellFormed())
}

/** As `toLine`, for the name of a person or an e-mail address: full-width letters become the usual ones. */
export function toName(text: string): string {
  return toLine(withUsualWidth(text))
}

/** As `toLines`, for an address: full-width letters become the usual ones. */
export function toAddress(text: string): string {
  return toLines(withUsualWidth(text))
}

function withUsualWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (character) => character.normalize('NFKC'))
}

/** Removes control characters from a free text, but keeps line breaks and all else as typed. */
export function toLines(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .split('\n')
  return lines
    .map((line) => line.replace(/\t/g, ' ').replace(HIDDEN, '').trimEnd())
    .join('\n')
    .trim()
}
