import { replaceUnprintable } from '../../../text/receipt-fonts.ts'

/**
 * Invisible characters, such as direction marks, that could disguise the text. Excludes joiners,
 * which shape letters.
 */
const HIDDEN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
/** Replaces letters and digits that no font has. Emoji and other symbols are removed. */
const UNPRINTABLE = '…'
/** In UTF-16 units: twice the longest line that the donation form accepts. */
const MAX_LINE_LENGTH = 640
const MAX_LINES_LENGTH = 1500
const MAX_LINES = 6

/** Returns the text as it is printed, on one line; null if nothing remains. */
export function printableLine(value: string | null): string | null {
  const line = normalise(value ?? '')
  return line === '' ? null : clip(line, MAX_LINE_LENGTH)
}

/** Keeps line breaks, but joins all lines from the sixth on by commas. */
export function printableLines(value: string | null): string | null {
  const lines = (value ?? '')
    .split(/\r\n|[\r\n]/)
    .map(normalise)
    .filter((line) => line !== '')
  if (lines.length === 0) return null
  const last = lines
    .splice(MAX_LINES - 1)
    .map((line, index, all) => (index < all.length - 1 ? line.replace(/,$/, '') : line))
  return clip([...lines, ...(last.length > 0 ? [last.join(', ')] : [])].join('\n'), MAX_LINES_LENGTH)
}

function normalise(text: string): string {
  const plain = text.replace(HIDDEN, '')
  return replaceUnprintable(plain, (character) => (/[\p{L}\p{N}]/u.test(character) ? UNPRINTABLE : ''))
    .replace(/…(?:\s*…)+/g, UNPRINTABLE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Never cuts a surrogate pair in half. */
function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
