/** Pictures have no letters in our font, and marks that turn the direction of writing would disguise what is printed. */
const NOT_PRINTED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\ufe0f\ufeff\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu
/** Characters; what the donation form takes fits, and a sheet has an end. */
const LINE_MAX = 200
const LINES_MAX = 500
const MOST_LINES = 6

/** Text as it is printed, on one line; null for none. */
export function lineOf(value: string | null): string | null {
  const plain = (value ?? '')
    .replace(NOT_PRINTED, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return plain === '' ? null : clip(plain, LINE_MAX)
}

/** The same, with the lines that it was written in. */
export function linesOf(value: string | null): string | null {
  const lines = (value ?? '').split(/\r\n|[\r\n]/).flatMap((line) => lineOf(line) ?? [])
  return lines.length === 0 ? null : clip(lines.slice(0, MOST_LINES).join('\n'), LINES_MAX)
}

/** Half a character at the end would be none. */
function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
