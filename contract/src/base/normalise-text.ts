/** White space, and letters that look like it: the Hangul fillers and the blank of Braille. */
const BLANKS = /(?!\ufeff)[\s\u115f\u1160\u2800\u3164\uffa0]+/gu
const INVISIBLE = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu')
/** Joiners and variation selectors that shape a letter of a script without capitals, or an emoji. */
const SHAPING = [
  String.raw`\p{Lo}\p{Variation_Selector}`,
  String.raw`(?!\p{Default_Ignorable_Code_Point})\p{M}[\u200c\u200d]`,
  String.raw`\p{Lo}[\u200c\u200d](?=[\p{Lo}\p{M}])`,
  String.raw`\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?(?:\u200d(?=\p{Extended_Pictographic}))?`,
].join('|')
const INVISIBLE_BUT_SHAPING = new RegExp(`(${SHAPING})|${INVISIBLE}`, 'gu')
/** NFKC would write a space and an accent. */
const ACUTE_ACCENT = /[´\u1ffd]/g
const QUOTES = /[`\u02b9-\u02bf\u02c8\u2018-\u201b\u2032\u2035\u2039\u203a\ua78c]/g
const DOUBLE_QUOTES = /[\u00ab\u00bb\u201c-\u201f\u301d-\u301f]/g
const DASHES = /[\p{Pd}\u2043\u2212]/gu
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu

/** Removes invisible characters, and collapses and trims white space. Keeps joiners that shape a letter. */
export function toVisibleLine(text: string): string {
  return collapse(text.replace(BLANKS, ' ').replace(INVISIBLE_BUT_SHAPING, '$1'))
}

/** As `toVisibleLine`, but removes every joiner. */
export function withoutInvisible(text: string): string {
  return collapse(text.replace(BLANKS, ' ').replace(ALL_INVISIBLE, ''))
}

/**
 * Writes a number, a reference or an address in one way: without invisible characters, with one kind
 * of quotes, dashes and spaces, the digits 0-9, and in NFKC.
 */
export function toPlainForm(text: string): string {
  // ASCII but for controls and the grave accent: most texts, and searches read very many.
  if (/^[ -_a-~]*$/.test(text)) return collapse(text)
  return collapse(
    withoutInvisible(text.replace(ACUTE_ACCENT, "'"))
      .normalize('NFKC')
      .replace(QUOTES, "'")
      .replace(DOUBLE_QUOTES, '"')
      .replace(DASHES, '-')
      .replace(OTHER_DIGIT, valueOfDigit),
  )
}

/** In Unicode, the digits of a script follow one another from 0 to 9, and may follow those of another. */
function valueOfDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

function collapse(text: string): string {
  return text.replace(/ +/g, ' ').trim()
}

/** Accents and joiners (which only shape Devanagari), and the nukta. */
const DROPPED = /\p{Script=Inherited}|\u093c/gu
/** Candrabindu, and a nasal consonant joined to a stop of its class: both may be written as anusvara. */
const NASAL = /\u0901|(?:ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ]))/gu
const FINAL_SIGMA = /ς/g

/**
 * Normalises text for a search: its plain form without case and accents. In Devanagari, removes the
 * nukta, and writes a nasal before a stop of its class as anusvara. A substring of the text stays a
 * substring of the result, unless it divides a conjunct.
 */
export function normaliseText(text: string): string {
  const letters = toPlainForm(text).normalize('NFKD').toLowerCase().normalize('NFKD').replace(DROPPED, '')
  return collapse(letters.replace(NASAL, '\u0902').replace(FINAL_SIGMA, 'σ'))
}

/** Words of a normalised text, without punctuation. */
export function wordsOf(normalised: string): string[] {
  return normalised.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
}

/**
 * Words of a normalised text as a search reads them. Each initial is one, so that "A.P.J. Rao"
 * equals "A. P. J. Rao".
 */
export function searchWords(normalised: string): string[] {
  const spaced = normalised.replace(/(^| )((?:\p{L}\p{M}*\.)+)/gu, (initials) => initials.replaceAll('.', '. '))
  return spaced.split(' ').filter((word) => word !== '')
}
