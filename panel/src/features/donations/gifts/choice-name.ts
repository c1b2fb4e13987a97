import { useLingui } from '@lingui/react/macro'
import type { GiftChoice } from '../gift-queries.ts'

/** Names a purpose or an institution in the language of the panel. */
export function useChoiceName(): (choice: Pick<GiftChoice, 'nameEn' | 'nameHi'>) => string {
  const { t, i18n } = useLingui()
  return ({ nameEn, nameHi }) => (i18n.locale === 'hi' ? nameHi || nameEn : nameEn || nameHi) || t`No name`
}
