import { fieldNames } from '@sevadesk/contract/base/record-fields.ts'
import { timeInZone } from '@sevadesk/contract/base/zoned-time.ts'
import { GIFT_FIELDS, type GiftFields } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { fromColumns, toColumns } from '../../db/columns.ts'
import type { StoredDonor } from '../donors/donor-form.ts'
import { giftKeys } from './gift-keys.ts'
import type { StoredGift } from './offline-gift-store.ts'

/** The time of a donation that is known by its day (reading D19). */
export function noonOf(day: string, timeZone: string): string {
  return new Date(timeInZone(`${day}T12:00`, timeZone)).toISOString()
}

/** What a donation copies from its donor, of phones and e-mails the first; null for an anonymous gift. */
export function copyOfDonor(donor: StoredDonor | null) {
  return {
    donor_id: donor?.id ?? null,
    donor_name: donor?.name || null,
    donor_phone: donor?.phones[0] ?? null,
    donor_email: donor?.emails[0] ?? null,
    donor_address: (donor && addressOf(donor)) || null,
    donor_pan: donor?.pan ?? null,
  }
}

/** As `copyOfDonor`, but keeps what an online donor typed where the record is empty. */
export function renewedCopy(donation: StoredGift['donation'], donor: StoredDonor) {
  const copy = copyOfDonor(donor)
  if (donation.payment_id === null) return copy
  return {
    ...copy,
    donor_name: copy.donor_name ?? donation.donor_name,
    donor_phone: copy.donor_phone ?? donation.donor_phone,
    donor_email: copy.donor_email ?? donation.donor_email,
    donor_address: copy.donor_address ?? donation.donor_address,
    donor_pan: copy.donor_pan ?? donation.donor_pan,
  }
}

/** What the history says of a donation's copy of its donor. The history masks the PAN. */
export function donorHistory({ donation }: Pick<StoredGift, 'donation'>): Record<string, unknown> {
  return {
    donorName: donation.donor_name,
    phone: donation.donor_phone,
    email: donation.donor_email,
    address: donation.donor_address,
    pan: donation.donor_pan,
  }
}

/** With the PIN code, unless the address says it. */
function addressOf({ address, pinCode }: StoredDonor): string {
  if (pinCode === '' || address.includes(pinCode)) return address
  return address === '' ? pinCode : `${address} - ${pinCode}`
}

/** What a gift has beyond its donation. */
export function giftColumns(mode: GiftMode, { amount, donorId, purposeId, institutionId, ...fields }: GiftFields) {
  return { ...toColumns(fields), ...giftKeys(mode, fields) }
}

export function fieldsOf({ donation, gift }: StoredGift): GiftFields {
  return fromColumns({ ...donation, ...gift }, fieldNames(GIFT_FIELDS))
}

export function toGift(
  stored: StoredGift,
  others: Pick<Gift, 'receipts' | 'outdatedOnReceipt' | 'booksClosedUpTo'>,
): Gift {
  const { donation, gift } = stored
  return {
    _id: donation.id,
    mode: gift.mode,
    ...fieldsOf(stored),
    status: donation.status,
    donorName: donation.donor_name ?? '',
    depositSlipId: gift.deposit_slip_id,
    depositedOn: gift.deposited_on,
    clearedOn: gift.cleared_on,
    bouncedOn: gift.bounced_on,
    bounceReason: gift.bounce_reason,
    enteredAt: gift.entered_at,
    enteredBy: gift.entered_by,
    ...others,
    version: gift.version,
  }
}
