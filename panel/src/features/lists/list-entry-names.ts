import { useLingui } from '@lingui/react/macro'
import type { ListEntry } from './list-entry.ts'

type Names = Pick<ListEntry, 'nameEn' | 'nameHi'>

/** Names an entry in the other language; empty if both names are the same. */
export function useOtherName(): (entry: Names) => { name: string; lang: string } {
  const { i18n } = useLingui()
  return ({ nameEn, nameHi }) => {
    const isHindi = i18n.locale === 'hi'
    const name = isHindi ? nameEn : nameHi
    return { name: nameEn === nameHi ? '' : name, lang: isHindi ? 'en' : 'hi' }
  }
}
