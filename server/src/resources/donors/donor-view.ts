import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import type { Donor, DonorEntry } from '@sevadesk/contract/donors/donor-schemas.ts'
import { maskNumber } from '@sevadesk/contract/donors/pan.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { StoredDonor } from './stored-donor.ts'

/** Without the section Donations an admin sees neither address nor notes. */
export function donorView(admin: SignedIn): (donor: StoredDonor) => Donor {
  return mayOpen(admin, 'Donations') ? maskedDonor : hiddenDonor
}

/** A row of the list. */
export function entryView(admin: SignedIn): (donor: StoredDonor) => DonorEntry {
  const view = donorView(admin)
  return (donor) => {
    const { _id, kind, name, otherNames, phones, emails, pan } = view(donor)
    return { _id, kind, name, otherNames, phones, emails, pan }
  }
}

/** With masked numbers: `showNumbers` returns them in full. */
export function maskedDonor(donor: StoredDonor): Donor {
  const { id, pan, otherId, members, ...fields } = donor
  return {
    _id: id,
    ...fields,
    pan: mask(pan),
    otherId: mask(otherId),
    members: members.map((member) => ({
      _id: member.id,
      name: member.name,
      pan: mask(member.pan),
      share: member.share,
    })),
    isMasked: false,
  }
}

function hiddenDonor(donor: StoredDonor): Donor {
  return { ...maskedDonor(donor), address: null, pinCode: null, notes: null, isMasked: true }
}

function mask(number: string | null): string | null {
  return number === null ? null : maskNumber(number)
}
