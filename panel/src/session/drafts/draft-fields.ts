import { inputsOf, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'

/**
 * The fields of each form that are stored in the browser while they are unsaved: texts and lists of
 * texts. Never add a password, a code, a PAN (of the trust neither) or an identity number of a person.
 */
export const DRAFT_FIELDS = {
  photo: ['title', 'description'],
  video: ['title', 'description'],
  event: ['title', 'description', 'startsAt', 'endsAt', 'venue'],
  admin: ['username', 'email', 'role', 'sections'],
  profile: ['username', 'email'],
  donor: [
    ...['name', 'kind', 'phones', 'emails', 'otherNames', 'address', 'pinCode', 'otherIdType', 'citizenship'],
    ...['language', 'consent', 'consentSource', 'notes'],
  ],
  certificate: ['year', 'number'],
  deposit: ['depositedOn', 'slipNumber', 'bankAccount'],
  purpose: ['nameEn', 'nameHi', 'institutionId', 'donationType'],
  institution: ['nameEn', 'nameHi'],
  settings: [
    ...inputsOf(SETTINGS_FIELDS).flatMap(({ input, field }) => (['pan', 'picture'].includes(field.kind) ? [] : input)),
    ...['wordings', 'rules'],
  ],
  gift: [
    ...['mode', 'amount', 'receivedOn', 'donorId', 'donorText', 'newName', 'newPhone', 'purposeId', 'institutionId'],
    ...['donationType', 'directionLetter', 'approval', 'instrumentNumber', 'instrumentDate', 'bank', 'reference'],
    ...['item', 'quantity', 'estimatedValue', 'countedBy', 'collectedBy', 'bookNumber', 'leafNumber', 'note'],
    'newCitizenship',
  ],
} as const

export type DraftForm = keyof typeof DRAFT_FIELDS
