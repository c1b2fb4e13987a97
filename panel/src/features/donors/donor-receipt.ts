import { RECEIPT_STATES, type ReceiptState } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type Fields, readIds, readInteger, readText, readTimestamp } from '../../api/records/fields.ts'

/** A receipt of a donor, read from a backend's record. Missing texts are empty. */
export interface DonorReceipt {
  /** Never empty. */
  id: string
  donationId: string
  number: string
  token: string
  /** `YYYY-MM-DD` */
  receiptDay: string
  /** In the currency's smallest unit. */
  amount: number | undefined
  currency: string
  state: ReceiptState | undefined
  cancelledAt: string
  replaces: string
  replacedBy: string
}

export function readDonorReceipt(fields: Fields, index: number): DonorReceipt {
  return {
    id: readIds(fields, index).id,
    donationId: readText(fields.donationId),
    number: readText(fields.number),
    token: readText(fields.token),
    receiptDay: readText(fields.receiptDay),
    amount: readInteger(fields.amount),
    currency: readText(fields.currency),
    state: RECEIPT_STATES.find((each) => each === fields.state),
    cancelledAt: readTimestamp(fields.cancelledAt),
    replaces: readText(fields.replaces),
    replacedBy: readText(fields.replacedBy),
  }
}
