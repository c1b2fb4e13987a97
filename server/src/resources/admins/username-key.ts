/** The fillers of Hangul and the blank of Braille: no space to Unicode, but to the eye. */
const DRAWN_AS_A_GAP = /[\u115f\u1160\u2800\u3164\uffa0]/g

/**
 * A username as it is compared: without regard to case, width, surrounding space, or which of Unicode's spaces stands between
 * words. Invisible characters are dropped and those that are drawn as a gap count as space, so that two names which look alike cannot be two
 * accounts.
 */
export function usernameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(DRAWN_AS_A_GAP, ' ')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC')
}
