/** Characters that show nothing and that a database or a screen may stumble over: controls, and what turns the direction of a line. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** What a visitor typed into a line: without characters that hide, spaces as one, none at the ends. */
export function toLine(text: string): string {
  return text.toWellFormed().replace(/\s/gu, ' ').replace(HIDDEN, '').replace(/ +/g, ' ').trim()
}

/** The same of a text with lines of its own, which stay. */
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

/** Whether there is nothing to be seen in it: spaces and what takes no room, such as joiners between letters. */
export function isBlank(text: string): boolean {
  return !/[^\p{C}\p{Z}\s]/u.test(text)
}

/** Whether it has the form of an e-mail address; whether letters arrive there only a letter tells. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]{1,64}@([^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]{2,}$/u.test(text)
}
