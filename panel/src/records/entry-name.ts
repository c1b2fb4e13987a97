/** The name of an entry of a list in a language, else in the other one. */
export function entryName({ nameEn, nameHi }: { nameEn: string; nameHi: string }, locale: string): string {
  return locale === 'hi' ? nameHi || nameEn : nameEn || nameHi
}
