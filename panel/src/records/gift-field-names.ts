import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GiftField } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'

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
