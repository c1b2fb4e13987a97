import { useLingui } from '@lingui/react/macro'
import type { GiftField } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'

/** The labels of a gift's fields, in the form, its details and a conflict. */
export function useGiftFieldNames(mode: GiftMode): Record<GiftField, string> {
  const { t } = useLingui()
  const isDraft = mode === 'draft'
  const references: Partial<Record<GiftMode, string>> = {
    bank_transfer: t`UTR number`,
    upi: t`UPI reference number`,
    card: t`Number of the slip`,
  }
  return {
    amount: t`Amount in rupees`,
    receivedOn: t`Day of receipt`,
    donorId: t`Donor`,
    purposeId: t`Purpose`,
    institutionId: t`Institution`,
    donationType: t`Type of donation`,
    directionLetter: t`Letter of direction`,
    approval: t`Approval`,
    instrumentNumber: isDraft ? t`Draft number` : t`Cheque number`,
    instrumentDate: isDraft ? t`Date on the draft` : t`Date on the cheque`,
    bank: t`Bank`,
    reference: references[mode] ?? t`Reference number`,
    item: t`What was given`,
    quantity: t`Quantity`,
    estimatedValue: t`Estimated value in rupees`,
    countedBy: t`Counted by`,
    collectedBy: t`Collected by`,
    bookNumber: t`Receipt book number`,
    leafNumber: t`Leaf number`,
    note: t`Note`,
  }
}
