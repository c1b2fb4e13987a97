import { useLingui } from '@lingui/react/macro'
import { useDonorWords } from '../../records/donor-words.ts'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import type { DonorDraft } from './donor.ts'

/** What is compared if others saved a donor meanwhile, in the form's order. */
export function useDonorConflictFields(): ConflictField<DonorDraft>[] {
  const { t } = useLingui()
  const words = useDonorWords()
  const text = (name: keyof DonorDraft & string, label: string): ConflictField<DonorDraft> => ({
    name,
    label,
    keys: [name],
    show: (draft) => String(draft[name]),
  })
  return [
    text('name', t`Name as on the PAN`),
    {
      name: 'kind',
      label: t({ message: 'Kind', context: 'of a donor' }),
      keys: ['kind'],
      show: ({ kind }) => words.kinds[kind],
    },
    text('phones', t`Phones`),
    text('emails', t`E-mails`),
    text('otherNames', t`Other names`),
    text('address', t`Address`),
    text('pinCode', t`PIN code`),
    {
      name: 'pan',
      label: t`PAN`,
      keys: ['pan', 'isPanRemoved'],
      show: ({ pan, isPanRemoved, maskedPan }) => (isPanRemoved ? '' : pan || maskedPan),
    },
    {
      name: 'otherIdType',
      label: t`Other identity document`,
      keys: ['otherIdType'],
      show: ({ otherIdType }) => (otherIdType === '' ? '' : words.otherIds[otherIdType]),
    },
    {
      name: 'otherId',
      label: t`Number of the document`,
      keys: ['otherId', 'isOtherIdRemoved'],
      show: ({ otherId, isOtherIdRemoved, maskedOtherId }) => (isOtherIdRemoved ? '' : otherId || maskedOtherId),
    },
    {
      name: 'citizenship',
      label: t`Citizenship`,
      keys: ['citizenship'],
      show: ({ citizenship }) => words.citizenships[citizenship],
    },
    {
      name: 'language',
      label: t`Language`,
      keys: ['language'],
      show: ({ language }) => (language === '' ? '' : { en: 'English', hi: 'हिन्दी' }[language]),
    },
    {
      name: 'consent',
      label: t`Consent to messages`,
      keys: ['consent', 'consentSource'],
      show: ({ consent, consentSource }) => [words.consents[consent], consentSource].filter(Boolean).join(', '),
    },
    text('notes', t`Notes`),
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
