/** Invisible control characters, including those that change the text direction. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Normalises a single-line input: removes invisible characters, collapses and trims spaces. */
export function toLine(text: string): string {
  return text.toWellFormed().replace(/\s/gu, ' ').replace(HIDDEN, '').replace(/ +/g, ' ').trim()
}

/** Normalises a multi-line input and keeps its line breaks. */
export function toLines(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .split('\n')
  return lines
    .map((line) => line.replace(/\t/g, ' ').replace(HIDDEN, '').trimEnd())
    .join('\n')
    .trim()
}

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !/[^\p{C}\p{Z}\s]/u.test(text)
}

/** Checks only the format of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]{1,64}@([^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]{2,}$/u.test(text)
}
