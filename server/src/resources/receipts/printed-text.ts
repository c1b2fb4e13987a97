/** Pictures have no letters in our font, and marks that turn the direction of writing would disguise what is printed. */
const NOT_PRINTED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\ufe0f\ufeff\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu
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
  return text
    .replace(NOT_PRINTED, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Half a character at the end would be none. */
function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
