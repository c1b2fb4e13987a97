import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { charactersOf } from './font-glyphs.ts'

/** Latin, Greek, Cyrillic and the scripts of India, in the order in which the templates try them. */
const FONTS = [
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans', 'NotoSans'],
  ['noto-sans-bengali', 'NotoSansBengali'],
  ['noto-sans-gujarati', 'NotoSansGujarati'],
  ['noto-sans-gurmukhi', 'NotoSansGurmukhi'],
  ['noto-sans-kannada', 'NotoSansKannada'],
  ['noto-sans-malayalam', 'NotoSansMalayalam'],
  ['noto-sans-oriya', 'NotoSansOriya'],
  ['noto-sans-tamil', 'NotoSansTamil'],
  ['noto-sans-telugu', 'NotoSansTelugu'],
] as const

type Font = (typeof FONTS)[number]

export function readReceiptFonts(): Buffer[] {
  return FONTS.flatMap((font) => [readFont(font, '400Regular'), readFont(font, '700Bold')])
}

function readFont([name, prefix]: Font, weight: '400Regular' | '700Bold'): Buffer {
  const file = `@expo-google-fonts/${name}/${weight}/${prefix}_${weight}.ttf`
  return readFileSync(fileURLToPath(import.meta.resolve(file)))
}

let fontCharacters: Set<number>[] | undefined
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Replaces each grapheme that no font can draw. A letter whose mark is missing from its font stays
 * without the mark.
 */
export function replaceUnprintable(text: string, replacement: (grapheme: string) => string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return Array.from(graphemes.segment(text), ({ segment }) => printablePart(segment) || replacement(segment)).join('')
}

/** Returns the largest part of a grapheme that one font can draw; empty if none has its base. */
function printablePart(grapheme: string): string {
  fontCharacters ??= FONTS.map((font) => charactersOf(readFont(font, '400Regular')))
  const best = { text: '', length: 0 }
  for (const characters of fontCharacters) {
    const [base = '', ...marks] = grapheme
    if (!canDraw(characters, base)) continue
    const drawn = [base, ...marks.filter((mark) => canDraw(characters, mark))]
    if (drawn.length > best.length) Object.assign(best, { text: drawn.join(''), length: drawn.length })
  }
  return best.text
}

/** A font may draw a composed letter from its parts, and invisible characters need no glyph. */
function canDraw(characters: Set<number>, character: string): boolean {
  if (/^[\s\p{Default_Ignorable_Code_Point}]$/u.test(character)) return true
  const has = (part: string) => characters.has(part.codePointAt(0) ?? 0)
  return has(character) || [...character.normalize('NFD')].every(has)
}
