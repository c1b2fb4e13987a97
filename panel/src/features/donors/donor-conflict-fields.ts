import { useLingui } from '@lingui/react/macro'
import { fieldNames } from '@sevadesk/contract/base/record-fields.ts'
import { DONOR_FIELDS, type DonorField } from '@sevadesk/contract/donors/donor-fields.ts'
import { useDonorFieldName } from '../../records/donor-field-names.ts'
import { useDonorText } from '../../records/donor-words.ts'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import type { DonorDraft } from './donor.ts'

/** What is compared if others saved a donor meanwhile. */
export function useDonorConflictFields(): ConflictField<DonorDraft>[] {
  const { t } = useLingui()
  const nameOf = useDonorFieldName()
  const textOf = useDonorText()
  const others: Partial<Record<DonorField, Pick<ConflictField<DonorDraft>, 'keys' | 'show'>>> = {
    pan: {
      keys: ['pan', 'isPanRemoved'],
      show: ({ pan, isPanRemoved, maskedPan }) => (isPanRemoved ? '' : pan || maskedPan),
    },
    otherId: {
      keys: ['otherId', 'isOtherIdRemoved'],
      show: ({ otherId, isOtherIdRemoved, maskedOtherId }) => (isOtherIdRemoved ? '' : otherId || maskedOtherId),
    },
    consent: {
      keys: ['consent', 'consentSource'],
      show: ({ consent, consentSource }) => [textOf('consent', consent), consentSource].filter(Boolean).join(', '),
    },
  }
  const compared = fieldNames(DONOR_FIELDS).filter((name) => name !== 'consentSource')
  return [
    ...compared.map((name) => ({
      name,
      label: nameOf(name),
      keys: [name],
      show: (draft: DonorDraft) => textOf(name, draft[name]),
      ...others[name],
    })),
    {
      name: 'members',
      label: t`Persons who give together, and their shares`,
      keys: ['members'],
      comparable: ({ members }) =>
        members.map(({ id, name, pan, isPanRemoved, share }) => [id, name, pan, isPanRemoved, share]),
      show: ({ members }) => members.map(({ name, share }) => `${name} ${share} %`).join(', '),
    },
  ]
}
