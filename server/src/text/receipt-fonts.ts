import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { charactersOf } from './font-glyphs.ts'

/**
 * Noto Sans for Indian scripts, Latin, Greek and Cyrillic, in the order in which the templates try
 * them. Each has a regular and a bold file in `fonts`.
 */
const FONTS = [
  'NotoSansDevanagari',
  'NotoSans',
  'NotoSansBengali',
  'NotoSansGujarati',
  'NotoSansGurmukhi',
  'NotoSansKannada',
  'NotoSansMalayalam',
  'NotoSansOriya',
  'NotoSansTamil',
  'NotoSansTelugu',
]

/** The bytes of each font, regular and bold. */
export function readReceiptFonts(): Buffer[] {
  return FONTS.flatMap((name) => [readFont(name, '400Regular'), readFont(name, '700Bold')])
}

function readFont(name: string, weight: '400Regular' | '700Bold'): Buffer {
  return readFileSync(join(import.meta.dirname, 'fonts', `${name}_${weight}.ttf`))
}

const charactersRead = new Map<string, Set<number>>()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Replaces each grapheme that no font can draw. A letter whose mark is missing from its font stays
 * without the mark.
 */
export function replaceUnprintable(text: string, replacement: (grapheme: string) => string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return Array.from(graphemes.segment(text), ({ segment }) => printablePart(segment) || replacement(segment)).join('')
}

/** Returns the largest part of a grapheme that one font can draw; empty if no font has its base. */
function printablePart(grapheme: string): string {
  const [base = '', ...marks] = grapheme
  let best: string[] = []
  for (const name of FONTS) {
    const characters = charactersIn(name)
    if (!canDraw(characters, base)) continue
    const drawn = [base, ...marks.filter((mark) => canDraw(characters, mark))]
    if (drawn.length > best.length) best = drawn
    if (marks.length === drawn.length - 1) break
  }
  return best.join('')
}

/** Reads a font when a text first needs it: the characters of all take 11 MB. */
function charactersIn(name: string): Set<number> {
  const characters = charactersRead.get(name) ?? charactersOf(readFont(name, '400Regular'))
  charactersRead.set(name, characters)
  return characters
}

/** A font may draw a composed letter from its parts, and invisible characters need no glyph. */
function canDraw(characters: Set<number>, character: string): boolean {
  if (/^[\s\p{Default_Ignorable_Code_Point}]$/u.test(character)) return true
  const has = (part: string) => characters.has(part.codePointAt(0) ?? 0)
  return has(character) || [...character.normalize('NFD')].every(has)
}
