import type { Donation } from '@sevadesk/contract/donation-schemas.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import type { SignedIn } from '../../http/signed-in.ts'

/** What an admin may see of a donation: payment, receipt, address and PAN belong to the donations screen (reading D3). */
export function shownTo(admin: SignedIn): (donation: Donation) => Donation {
  return mayOpen(admin, 'Donations') ? (donation) => donation : withoutPayment
}

/** Each field by its name, so that one that is added later is left out until somebody decides. */
function withoutPayment(donation: Donation): Donation {
  return {
    _id: donation._id,
    donorName: donation.donorName,
    donorEmail: donation.donorEmail,
    donorPhone: donation.donorPhone,
    amount: donation.amount,
    currency: donation.currency,
    purpose: donation.purpose,
    localStatus: donation.localStatus,
    createdAt: donation.createdAt,
    updatedAt: donation.updatedAt,
  }
}
