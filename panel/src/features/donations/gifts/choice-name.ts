import { useLingui } from '@lingui/react/macro'
import { entryName } from '../../../ui/format/entry-name.ts'
import type { GiftChoice } from '../gift-queries.ts'

/** Names a purpose or an institution in the language of the panel. */
export function useChoiceName(): (choice: Pick<GiftChoice, 'nameEn' | 'nameHi'>) => string {
  const { t, i18n } = useLingui()
  return (choice) => entryName(choice, i18n.locale) || t`No name`
}
