import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { fieldNames, namesOfKind } from '@sevadesk/contract/base/record-fields.ts'
import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor, DonorEntry } from '@sevadesk/contract/donors/donor-schemas.ts'
import { maskNumber } from '@sevadesk/contract/donors/pan.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { StoredDonor } from './stored-donor.ts'

const IDENTITY_FIELDS = namesOfKind(DONOR_FIELDS, 'identity')
const PRIVATE_FIELDS = fieldNames(DONOR_FIELDS).filter((name) => 'isPrivate' in DONOR_FIELDS[name])

/** Without the section Donations an admin sees no private fields. */
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
  const { id, members, ...fields } = donor
  return {
    _id: id,
    ...fields,
    ...Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, mask(donor[name])])),
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
  return { ...maskedDonor(donor), ...Object.fromEntries(PRIVATE_FIELDS.map((name) => [name, null])), isMasked: true }
}

function mask(number: string | null): string | null {
  return number === null ? null : maskNumber(number)
}
