import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DonorField } from '@sevadesk/contract/donors/donor-fields.ts'

/** The names of a donor's fields. */
export const DONOR_FIELD_NAMES: Readonly<Record<DonorField, MessageDescriptor>> = {
  kind: msg({ message: 'Kind', context: 'of a donor' }),
  name: msg`Name as on the PAN`,
  otherNames: msg`Other names`,
  phones: msg`Phones`,
  emails: msg`E-mails`,
  address: msg`Address`,
  pinCode: msg`PIN code`,
  pan: msg`PAN`,
  otherIdType: msg`Other identity document`,
  otherId: msg`Number of the document`,
  citizenship: msg`Citizenship`,
  language: msg`Language`,
  consent: msg`Consent to messages`,
  consentSource: msg`Where the consent was given`,
  notes: msg`Notes`,
}

export function useDonorFieldName(): (field: DonorField) => string {
  const { i18n } = useLingui()
  return (field) => i18n._(DONOR_FIELD_NAMES[field])
}
