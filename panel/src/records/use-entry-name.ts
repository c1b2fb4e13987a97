import { useLingui } from '@lingui/react/macro'
import { entryName } from './entry-name.ts'

/** Names an entry of a list, such as a purpose, in the language of the panel. */
export function useEntryName(): (entry: { nameEn: string; nameHi: string }) => string {
  const { t, i18n } = useLingui()
  return (entry) => entryName(entry, i18n.locale) || t`No name`
}
