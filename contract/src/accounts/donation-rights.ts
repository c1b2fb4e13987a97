import { type AccessHolder, mayOpen, mayOpenEverything } from './section.ts'

/** What the section Donations allows, and an account's `donationRights` can narrow. All include `view`. */
export const DONATION_RIGHTS = ['view', 'enter', 'cancel', 'export', 'close'] as const
export type DonationRight = (typeof DONATION_RIGHTS)[number]

/** The rights of an account inside Donations; all of them if it has no list. */
export function donationRightsOf(admin: AccessHolder): readonly DonationRight[] {
  if (!mayOpen(admin, 'Donations')) return []
  const { donationRights: listed } = admin
  if (mayOpenEverything(admin) || !Array.isArray(listed)) return DONATION_RIGHTS
  return DONATION_RIGHTS.filter((right) => right === 'view' || listed.includes(right))
}

export function mayInDonations(admin: AccessHolder, right: DonationRight): boolean {
  return donationRightsOf(admin).includes(right)
}

/** Whether an admin has all rights in Donations that another account has or gets. */
export function coversDonationRights(actor: AccessHolder, account: AccessHolder): boolean {
  return donationRightsOf(account).every((right) => mayInDonations(actor, right))
}
