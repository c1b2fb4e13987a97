import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { FILTER_FIELDS, type FilterField } from '@sevadesk/contract/donations/donation-groups.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { SearchScope } from '@sevadesk/contract/donations/donation-search.ts'
import { forbidden } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'

/**
 * Without the section Donations an admin sees neither payment, receipt, deposit slip, address nor PAN
 * (reading D3). The PAN is masked for all: `showNumbers` returns it in full.
 */
export function donationView(admin: SignedIn): (donation: Donation) => Donation {
  return mayOpen(admin, 'Donations') ? (donation) => donation : (donation) => withoutPayment(admin, donation)
}

/** Donations that the dashboard shows (specification, section 9). */
const NEWEST_COUNT = 5

/**
 * As `donationView`, for the rows of one list, newest first. An admin who may open neither
 * Donations nor User Information sees e-mail and phone on the five newest alone (reading D14).
 */
export function successfulView(admin: SignedIn): (donation: Donation) => Donation {
  const view = donationView(admin)
  if (mayOpen(admin, 'Donations') || mayOpen(admin, 'UserInformation')) return view
  let seen = 0
  return (donation) => {
    seen += 1
    return seen > NEWEST_COUNT ? { ...view(donation), donorEmail: null, donorPhone: null } : view(donation)
  }
}

/** Names each field, so that a new field stays hidden until it is added here. */
function withoutPayment(admin: SignedIn, donation: Donation): Donation {
  const { offlineGift, lostAmount } = donation
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
    ...(lostAmount && { lostAmount }),
    ...(offlineGift && { offlineGift: withoutSlip(admin, offlineGift) }),
  }
}

/** What the dialog of a deletion says, for those who may delete. */
function withoutSlip(admin: SignedIn, gift: OfflineGift): OfflineGift {
  if (!mayOpen(admin, 'UserInformation')) return { enteredAt: gift.enteredAt }
  return { ...gift, heldBySlip: gift.heldBySlip !== null }
}

type OfflineGift = NonNullable<Donation['offlineGift']>

/**
 * Throws forbidden() for filters that would reveal what the caller does not see: how, when and by
 * whom gifts came.
 */
export function assertFieldsVisible(admin: SignedIn, filter: { [Field in FilterField | 'dayOf']?: string }): void {
  const hasFields = [...FILTER_FIELDS, 'dayOf' as const].some((field) => filter[field] !== undefined)
  if (hasFields && !mayOpen(admin, 'Donations')) throw forbidden()
}

/** Without the section Donations a search must not reveal payment ids or receipt numbers either. */
export function searchScope(admin: SignedIn, requested: SearchScope = 'all'): SearchScope {
  return mayOpen(admin, 'Donations') ? requested : 'donor'
}
