/** Accents, joiners (which only shape Devanagari), the nukta, and zero-width characters. */
const DROPPED = /\p{Script=Inherited}|\u093c|[\u200b\u2060\ufeff]/gu
const CANDRABINDU = /\u0901/g
const DEVANAGARI_DIGIT = /[\u0966-\u096f]/g
const FINAL_SIGMA = /ς/g
const SPACES_AND_CONTROLS = /[\s\p{Cc}]+/gu

/**
 * Normalises text for a search: removes case, accents and full width. In Devanagari, removes nukta
 * and joiners, and turns digits into 0-9 and candrabindu into anusvara. A substring of the text
 * stays a substring of the result.
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(DROPPED, '')
    .replace(CANDRABINDU, '\u0902')
    .replace(DEVANAGARI_DIGIT, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .replace(FINAL_SIGMA, 'σ')
    .replace(SPACES_AND_CONTROLS, ' ')
    .trim()
}
