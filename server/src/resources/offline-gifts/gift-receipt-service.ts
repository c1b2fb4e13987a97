import {
  CLEARED_MODES,
  RECEIPT_DONOR_FIELDS,
  type ReceiptDonorField,
  WITHOUT_RECEIPT,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Db } from '../../db/schema.ts'
import { ruleOn } from '../../trust/trust-rules.ts'
import { findDonor } from '../donors/donor-store.ts'
import { printedDonor } from '../receipts/content/receipt-snapshot.ts'
import { findValidReceipt, issueGiftReceipt, type ReceiptDependencies } from '../receipts/receipt-service.ts'
import { copyOfDonor } from './gift-columns.ts'
import { type OfflineGiftRow, type StoredGift, updateDonor } from './offline-gift-store.ts'

interface ReceiptOptions {
  /** The number of the cancelled receipt that the new one replaces. With it, a receipt is issued in any case. */
  replaces?: string | undefined
  /** Prints what the donor's record says today, also if the gift copied something else when it was entered. */
  copiesDonor?: boolean
}

/**
 * Issues the receipt of a gift if its mode has one and its money is there, or if the settings give a
 * cheque its receipt at once. The donor of a gift with a leaf of a receipt book has that as receipt,
 * unless the settings say otherwise. Returns its number, or null.
 */
export async function issueDueReceipt(
  transaction: Db,
  dependencies: ReceiptDependencies,
  { donation, gift }: StoredGift,
  { replaces, copiesDonor = false }: ReceiptOptions = {},
): Promise<string | null> {
  if (WITHOUT_RECEIPT.includes(gift.mode)) return null
  const { receiptOnClearing, receiptForLeaf } = ruleOn(await dependencies.trust.inForce(transaction), gift.received_on)
  const isOnClearing = receiptOnClearing && CLEARED_MODES.includes(gift.mode)
  const isBeforeClearing = CLEARED_MODES.includes(gift.mode) && donation.status !== 'captured'
  const isWaiting = isOnClearing && isBeforeClearing
  const hasLeafOnly = gift.leaf_key !== '' && !receiptForLeaf
  if (replaces === undefined && (isWaiting || hasLeafOnly)) return null
  if (copiesDonor) await copyDonor(transaction, donation, dependencies.config.timeZone)
  return issueGiftReceipt(transaction, dependencies, {
    donationId: donation.id,
    receivedOn: gift.received_on,
    receiptDay: (isOnClearing && gift.cleared_on) || gift.received_on,
    ...(gift.mode !== 'cash' && { reference: referenceOf(gift) }),
    ...(replaces !== undefined && { replaces }),
    isBeforeClearing,
  })
}

async function copyDonor(transaction: Db, donation: StoredGift['donation'], timeZone: string): Promise<void> {
  const donor = donation.donor_id === null ? undefined : await findDonor(transaction, donation.donor_id)
  if (donor) await updateDonor(transaction, donation, copyOfDonor(donor), timeZone)
}

/** Returns the fields that the donor's record and the valid receipt say differently. */
export async function findOutdated(db: Db, { donation }: StoredGift): Promise<ReceiptDonorField[]> {
  const receipt = donation.donor_id === null ? undefined : await findValidReceipt(db, donation.id)
  const donor = receipt && donation.donor_id !== null ? await findDonor(db, donation.donor_id) : undefined
  if (!receipt || !donor) return []
  const current = printedDonor(copyOfDonor(donor))
  return RECEIPT_DONOR_FIELDS.filter((field) => receipt.donor[field] !== current[field])
}

function referenceOf({ instrument_number, instrument_date, bank, reference }: OfflineGiftRow) {
  return { number: instrument_number || reference, bank, day: instrument_date }
}
