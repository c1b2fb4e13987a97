import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Returns the characters that none of the receipts' fonts has. */
export function unprintableIn(text: string): string[] {
  const missing = new Set<string>()
  replaceUnprintable(text, (character) => {
    missing.add(character)
    return ''
  })
  return [...missing]
}

/** Returns the letters and digits of a text in whose place receipts print "…". */
export function unprintableLettersIn(text: string): string[] {
  return unprintableIn(text).filter((character) => /[\p{L}\p{N}]/u.test(character))
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

/** Returns the code points for which a TrueType or OpenType font has a glyph. Throws RangeError. */
function charactersOf(font: Buffer): Set<number> {
  const cmap = tableOf(font, 'cmap')
  const characters = new Set<number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    const format = subtable.readUInt16BE(0)
    if (format === 4) addSegments(characters, subtable)
    if (format === 12) addGroups(characters, subtable)
  }
  return characters
}

function tableOf(font: Buffer, tag: string): Buffer {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16
    if (font.toString('latin1', at, at + 4) === tag) return font.subarray(font.readUInt32BE(at + 8))
  }
  throw new RangeError(`The font has no table "${tag}".`)
}

/** Format 4: segments up to U+FFFF, each with a glyph offset or an index into a glyph list. */
function addSegments(characters: Set<number>, table: Buffer): void {
  const twice = table.readUInt16BE(6)
  for (let at = 14; at < 14 + twice; at += 2) {
    const end = table.readUInt16BE(at)
    const start = table.readUInt16BE(at + twice + 2)
    const delta = table.readUInt16BE(at + 2 * twice + 2)
    const rangeOffset = at + 3 * twice + 2
    const range = table.readUInt16BE(rangeOffset)
    for (let character = start; character <= end && character < 0xffff; character += 1) {
      const listed = range === 0 ? character : table.readUInt16BE(rangeOffset + range + 2 * (character - start))
      const glyph = listed === 0 && range !== 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) characters.add(character)
    }
  }
}

/** Format 12: groups of characters in any plane, each with its first glyph. */
function addGroups(characters: Set<number>, table: Buffer): void {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const at = 16 + index * 12
    const first = table.readUInt32BE(at)
    const firstGlyph = table.readUInt32BE(at + 8)
    for (let character = first; character <= table.readUInt32BE(at + 4); character += 1) {
      if (firstGlyph + character - first !== 0) characters.add(character)
    }
  }
}
