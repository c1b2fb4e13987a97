import { replaceUnprintable } from './pdf/receipt-fonts.ts'

/** What shows nothing and may disguise what is printed, such as marks that turn the direction of writing; joiners shape letters. */
const HIDDEN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
/** Stands for letters that no font of ours has: something was written there. Emoji and other pictures are left out. */
const LOST = '…'
/** Characters; all that the donation form takes fits, twice over, since it counts those of two halves once. A sheet has an end. */
const LINE_MAX = 640
const LINES_MAX = 1500
const MOST_LINES = 6

/** Text as it is printed, on one line; null for none. */
export function lineOf(value: string | null): string | null {
  const line = tidy(value ?? '')
  return line === '' ? null : clip(line, LINE_MAX)
}

/** The same, with the lines that it was written in; what goes beyond the sixth stands in that one, between commas. */
export function linesOf(value: string | null): string | null {
  const lines = (value ?? '')
    .split(/\r\n|[\r\n]/)
    .map(tidy)
    .filter((line) => line !== '')
  if (lines.length === 0) return null
  const last = lines
    .splice(MOST_LINES - 1)
    .map((line, index, all) => (index < all.length - 1 ? line.replace(/,$/, '') : line))
  return clip([...lines, ...(last.length > 0 ? [last.join(', ')] : [])].join('\n'), LINES_MAX)
}

function tidy(text: string): string {
  const plain = text.replace(HIDDEN, '')
  return replaceUnprintable(plain, (character) => (/[\p{L}\p{N}]/u.test(character) ? LOST : ''))
    .replace(/…(?:\s*…)+/g, LOST)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Half a character at the end would be none. */
function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
