import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { charactersOf } from './font-glyphs.ts'

/**
 * The fonts that receipts are printed in: Latin with all its dots and dashes, Greek, Cyrillic, and the scripts of India. The templates say
 * which comes first.
 */
const FONTS = [
  {
    regular: import.meta.resolve(
      '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    ),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/700Bold/NotoSansGurmukhi_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-kannada/700Bold/NotoSansKannada_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-malayalam/700Bold/NotoSansMalayalam_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-oriya/700Bold/NotoSansOriya_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf'),
  },
  {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-telugu/700Bold/NotoSansTelugu_700Bold.ttf'),
  },
]

/** The bytes of each font, regular and bold. */
export function readReceiptFonts(): Buffer[] {
  return FONTS.flatMap(({ regular, bold }) => [readFont(regular), readFont(bold)])
}

function readFont(url: string): Buffer {
  return readFileSync(fileURLToPath(url))
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
  known ??= FONTS.map(({ regular }) => charactersOf(readFont(regular)))
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
