/**
 * A username as it is compared: without regard to case, width, surrounding space, or which of Unicode's spaces stands between
 * words. Invisible characters are dropped, so that two names which look alike cannot be two accounts.
 */
export function usernameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC')
}
