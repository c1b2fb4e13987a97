import { useLingui } from '@lingui/react/macro'
import { type GiftField, giftFieldsOf } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import { useDonationTypeName } from '../../../records/donation-type-name.ts'
import { useGiftFieldLabel } from '../../../records/gift-field-names.ts'
import { useEntryName } from '../../../records/use-entry-name.ts'
import type { ConflictField } from '../../../ui/form/use-conflict.ts'
import { ANONYMOUS, type GiftDraft } from './gift-draft.ts'

import type { GiftChoice, GiftChoices } from './gift-queries.ts'

/** What is compared if others saved a gift meanwhile, in the form's order. */
export function useGiftConflictFields(mode: GiftMode, choices: GiftChoices): ConflictField<GiftDraft>[] {
  const { t } = useLingui()
  const labelOf = useGiftFieldLabel(mode)
  const typeName = useDonationTypeName()
  const entryName = useEntryName()

  function nameIn(list: readonly GiftChoice[], wanted: string): string {
    const choice = list.find(({ _id }) => _id === wanted)
    return choice ? entryName(choice) : wanted
  }

  function show(field: GiftField, draft: GiftDraft): string {
    switch (field) {
      case 'donorId':
        return draft.donorId === ANONYMOUS ? t`Anonymous` : draft.donorText
      case 'purposeId':
        return nameIn(choices.purposes, draft.purposeId)
      case 'institutionId':
        return nameIn(choices.institutions, draft.institutionId)
      case 'donationType':
        return typeName(draft.donationType)
      default:
        return draft[field]
    }
  }

  return giftFieldsOf(mode).map((field) => ({
    name: field,
    label: labelOf(field),
    keys: field === 'donorId' ? ['donorId', 'donorText'] : [field],
    show: (draft) => show(field, draft),
  }))
}
