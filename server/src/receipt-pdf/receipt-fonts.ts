import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { charactersOf } from './font-glyphs.ts'

/**
 * The fonts that receipts are printed in: Latin with all its dots and dashes, Greek, Cyrillic, and the scripts of India. The templates say
 * which comes first.
 */
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

/** The bytes of each font, regular and bold. */
export function readReceiptFonts(): Buffer[] {
  return FONTS.flatMap((font) => [readFont(font, '400Regular'), readFont(font, '700Bold')])
}

function readFont([folder, name]: (typeof FONTS)[number], weight: string): Buffer {
  return readFileSync(
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
  )
}

let known: Set<number>[] | undefined
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The text with what `instead` answers in place of each character, as a reader sees them, that no font has. Of a letter with a mark that the
 * letter's font lacks, the letter stays. Joiners and the like need no glyph.
 */
export function replaceUnprintable(text: string, instead: (character: string) => string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return Array.from(clusters.segment(text), ({ segment }) => printable(segment) || instead(segment)).join('')
}

/** As much of a character as one font has; empty when none has its first part. */
function printable(cluster: string): string {
  known ??= FONTS.map((font) => charactersOf(readFont(font, '400Regular')))
  const best = { text: '', parts: 0 }
  for (const characters of known) {
    const [first = '', ...marks] = cluster
    if (!isIn(characters, first)) continue
    const kept = [first, ...marks.filter((mark) => isIn(characters, mark))]
    if (kept.length > best.parts) Object.assign(best, { text: kept.join(''), parts: kept.length })
  }
  return best.text
}

/** A letter that a font lacks as a whole it may have in parts. */
function isIn(characters: Set<number>, character: string): boolean {
  if (/^[\s\p{Default_Ignorable_Code_Point}]$/u.test(character)) return true
  const has = (part: string) => characters.has(part.codePointAt(0) ?? 0)
  return has(character) || [...character.normalize('NFD')].every(has)
}
