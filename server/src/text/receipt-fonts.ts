import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { charactersOf } from './font-glyphs.ts'

/**
 * Fonts for Indian scripts, Latin, Greek and Cyrillic, in the order in which the templates try
 * them.
 */
const FONTS = [
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
]

/** The bytes of each font, regular and bold. */
export function readReceiptFonts(): Buffer[] {
  return FONTS.flatMap((regular) => [readFont(regular), readFont(regular.replaceAll('400Regular', '700Bold'))])
}

function readFont(url: string): Buffer {
  return readFileSync(fileURLToPath(url))
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

/** Returns the largest part of a grapheme that one font can draw; empty if no font has its base. */
function printablePart(grapheme: string): string {
  fontCharacters ??= FONTS.map((font) => charactersOf(readFont(font)))
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
