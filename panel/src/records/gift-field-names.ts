import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GiftField } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'

type Names = Readonly<Partial<Record<GiftField, MessageDescriptor>>>

/** The names of a gift's fields, whatever its mode. */
export const GIFT_FIELD_NAMES: Readonly<Record<GiftField, MessageDescriptor>> = {
  receivedOn: msg`Day of receipt`,
  amount: msg`Amount`,
  donorId: msg`Donor`,
  directionLetter: msg`Letter of direction`,
  bookNumber: msg`Receipt book`,
  leafNumber: msg`Leaf`,
  purposeId: msg`Purpose`,
  institutionId: msg`Institution`,
  donationType: msg`Type of donation`,
  approval: msg`Approval`,
  countedBy: msg`Counted by`,
  collectedBy: msg`Collected by`,
  note: msg`Note`,
  instrumentNumber: msg`Cheque or draft number`,
  instrumentDate: msg`Cheque or draft date`,
  bank: msg`Bank`,
  reference: msg`Reference number`,
  item: msg`What was given`,
  quantity: msg`Quantity`,
  estimatedValue: msg`Estimated value`,
}

const LABELS: Names = {
  amount: msg`Amount in rupees`,
  bookNumber: msg`Receipt book number`,
  leafNumber: msg`Leaf number`,
  estimatedValue: msg`Estimated value in rupees`,
}

const LABELS_OF_MODE: Readonly<Partial<Record<GiftMode, Names>>> = {
  cheque: { instrumentNumber: msg`Cheque number`, instrumentDate: msg`Date on the cheque` },
  draft: { instrumentNumber: msg`Draft number`, instrumentDate: msg`Date on the draft` },
  bank_transfer: { reference: msg`UTR number` },
  upi: { reference: msg`UPI reference number` },
  card: { reference: msg`Number of the slip` },
}

/** Returns the label of a field in the form, its details and a conflict. */
export function useGiftFieldLabel(mode: GiftMode): (field: GiftField) => string {
  const { i18n } = useLingui()
  const labels = { ...GIFT_FIELD_NAMES, ...LABELS, ...LABELS_OF_MODE[mode] }
  return (field) => i18n._(labels[field])
}

export function useDonationTypeName(): (type: DonationType) => string {
  const { t } = useLingui()
  const names: Record<DonationType, string> = {
    general: t({ message: 'General', context: 'type of donation' }),
    specific: t({ message: 'For this purpose alone', context: 'type of donation' }),
    corpus: t({ message: 'Corpus', context: 'type of donation' }),
  }
  return (type) => names[type]
}

/** Names how a gift came that was entered by hand. */
export function useGiftModeName(): (mode: GiftMode) => string {
  const { t } = useLingui()
  const names: Record<GiftMode, string> = {
    cash: t({ message: 'Cash', context: 'how a gift came' }),
    cheque: t({ message: 'Cheque', context: 'how a gift came' }),
    draft: t({ message: 'Demand draft', context: 'how a gift came' }),
    bank_transfer: t({ message: 'Bank transfer', context: 'how a gift came' }),
    upi: t({ message: 'UPI', context: 'how a gift came' }),
    card: t({ message: 'Card machine', context: 'how a gift came' }),
    in_kind: t({ message: 'In kind', context: 'how a gift came' }),
    collection: t({ message: 'Collection', context: 'how a gift came' }),
  }
  return (mode) => names[mode]
}
