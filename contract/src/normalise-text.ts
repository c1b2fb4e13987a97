/** Accents (they belong to no script of their own, nor do the joiners that only shape Devanagari), the nukta, and what has no width. */
const DROPPED = /\p{Script=Inherited}|\u093c|[\u200b\u2060\ufeff]/gu
const CANDRABINDU = /\u0901/g
const DEVANAGARI_DIGIT = /[\u0966-\u096f]/g
const FINAL_SIGMA = /ς/g
const SPACES_AND_CONTROLS = /[\s\p{Cc}]+/gu

/**
 * Text as a search compares it: blind to case, accents and width; Devanagari without nukta and joiners, its digits as 0-9, candrabindu as
 * anusvara. Every step takes one character at a time, so that a part of a text is still a part of it when both are folded.
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
