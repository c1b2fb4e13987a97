import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/install.mjs'

const CATALOGUES = ['panel/src/locales/hi.po', 'panel/src/locales/screens/hi.po']
/** Lingui writes each text on one line, as a JSON string. */
const ENTRY = /^(?:msgctxt (".*")\n)?msgid (".*")\nmsgstr (".*")$/gm

const texts = new Map(CATALOGUES.flatMap(readCatalogue))

/**
 * Returns the Hindi of an English text of the panel, as its catalogues have it. `context` is the
 * text's message context. Throws if there is no translation.
 */
export function hindi(english: string, context = ''): string {
  const text = texts.get(keyOf(english, context))
  if (!text) throw new Error(`The Hindi catalogues have no text for "${english}" (context "${context}").`)
  return text
}

/** Returns the longest Hindi text beside the placeholders of an English text such as "Edit {name}". */
export function hindiAround(english: string): string {
  const parts = hindi(english).split(/\{\w+\}/)
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest)).trim()
}

function readCatalogue(path: string): [string, string][] {
  const entries = readFileSync(join(root, path), 'utf8').matchAll(ENTRY)
  return [...entries].map(([, context = '""', english = '""', text = '""']) => [
    keyOf(unquote(english), unquote(context)),
    unquote(text),
  ])
}

function unquote(literal: string): string {
  const text: unknown = JSON.parse(literal)
  return String(text)
}

function keyOf(english: string, context: string): string {
  return `${context}\n${english}`
}
