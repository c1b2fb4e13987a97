import { useLingui } from '@lingui/react/macro'

/** Names an entry of a list, such as a purpose, in the language of the panel. */
export function useEntryName(): (entry: { nameEn: string; nameHi: string }) => string {
  const { t, i18n } = useLingui()
  return (entry) => entryName(entry, i18n.locale) || t`No name`
}

/** The name of an entry of a list in a language, else in the other one. */
export function entryName({ nameEn, nameHi }: { nameEn: string; nameHi: string }, locale: string): string {
  return locale === 'hi' ? nameHi || nameEn : nameEn || nameHi
}
