import { useLingui } from '@lingui/react/macro'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'

export function useDonationTypeName(): (type: DonationType) => string {
  const { t } = useLingui()
  const names: Record<DonationType, string> = {
    general: t({ message: 'General', context: 'type of donation' }),
    specific: t({ message: 'For this purpose alone', context: 'type of donation' }),
    corpus: t({ message: 'Corpus', context: 'type of donation' }),
  }
  return (type) => names[type]
}
