import { fieldNames } from '@sevadesk/contract/base/record-fields.ts'
import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import { GIFT_FIELDS } from '@sevadesk/contract/gifts/gift-fields.ts'
import { inputsOf, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'

/**
 * The fields of each form that are stored in the browser while they are unsaved: texts and lists of
 * texts. Never add a password, a code, a PAN (of the trust neither) or an identity number of a person.
 */
export const DRAFT_FIELDS = {
  photo: ['title', 'description'],
  video: ['title', 'description'],
  event: ['title', 'description', 'startsAt', 'endsAt', 'venue'],
  admin: ['username', 'email', 'role', 'sections', 'donationRights'],
  profile: ['username', 'email'],
  donor: fieldNames(DONOR_FIELDS).filter((name) => DONOR_FIELDS[name].kind !== 'identity'),
  certificate: ['year', 'number'],
  deposit: ['depositedOn', 'slipNumber', 'bankAccount'],
  purpose: ['nameEn', 'nameHi', 'institutionId', 'donationType'],
  institution: ['nameEn', 'nameHi'],
  settings: [
    ...inputsOf(SETTINGS_FIELDS).flatMap(({ input, field }) => (['pan', 'picture'].includes(field.kind) ? [] : input)),
    ...['wordings', 'rules'],
  ],
  gift: ['mode', ...fieldNames(GIFT_FIELDS), 'donorText', 'newName', 'newPhone', 'newCitizenship'],
} as const

export type DraftForm = keyof typeof DRAFT_FIELDS
