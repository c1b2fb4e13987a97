import { withoutInvisible } from '@sevadesk/contract/base/normalise-text.ts'

export type UsernameFault = 'edge' | 'mixed-scripts'

/**
 * Scripts that are written together (UTS 39, section 5.1). The scripts are those recommended for
 * names (UAX 31, table 5) and two more of India's official languages.
 */
const WRITING_SYSTEMS = [
  'Latin',
  'Devanagari',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han Bopomofo',
  'Han Hangul',
  'Han Hiragana Katakana',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Meetei_Mayek',
  'Myanmar',
  'Ol_Chiki',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((scripts) => {
  const classes = `Common Inherited ${scripts}`.split(' ').map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
})

/**
 * Checks a new username. A name must not differ from another only by a full stop, nor imitate one
 * with letters of another script. Existing names stay valid.
 */
export function usernameFault(username: string): UsernameFault | undefined {
  const key = usernameKey(username)
  if (!/^[\p{L}\p{N}]/u.test(key) || !/[\p{L}\p{N}\p{M}]$/u.test(key)) return 'edge'
  return WRITING_SYSTEMS.some((letters) => letters.test(key)) ? undefined : 'mixed-scripts'
}

/**
 * Whether two usernames look alike: their skeletons by UTS 39 are the same, with or without
 * capitals. `skeletonOf` is from `loadSkeleton`.
 */
export function looksAlike(skeletonOf: (text: string) => string, one: string, other: string): boolean {
  if (skeletonOf(one) === skeletonOf(other)) return true
  return skeletonOf(usernameKey(one)) === skeletonOf(usernameKey(other))
}

/**
 * Returns the skeleton function of UTS 39, section 4. Loads its table (Unicode 13) when a name is
 * first checked, because that takes 6 ms.
 */
export async function loadSkeleton(): Promise<(text: string) => string> {
  const { default: replaceConfusables } = await import('unhomoglyph')
  return (text) =>
    replaceConfusables(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD')
}

/**
 * Normalises a username for comparison, so that two names which look alike cannot be two accounts:
 * case, width, kinds of spaces and invisible characters do not count.
 */
export function usernameKey(username: string): string {
  return withoutInvisible(username.normalize('NFKC')).toLowerCase().normalize('NFKC')
}
