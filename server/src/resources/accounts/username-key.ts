/** Hangul fillers and the Braille blank look like spaces but are not spaces in Unicode. */
const BLANK_CHARACTERS = /[\u115f\u1160\u2800\u3164\uffa0]/g

/**
 * Normalises a username for comparison, so that two names which look alike cannot be two accounts:
 * case, width, kinds of spaces and invisible characters do not count.
 */
export function usernameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(BLANK_CHARACTERS, ' ')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC')
}
