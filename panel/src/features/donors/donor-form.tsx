import { useLingui } from '@lingui/react/macro'
import { fieldNames, namesOfKind } from '@sevadesk/contract/base/record-fields.ts'
import { DONOR_FIELDS, type DonorField } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useState } from 'react'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useDonorFieldName, useDonorText } from '../../records/donor-words.ts'
import { usePanHint } from '../../records/pan-hint.ts'
import { Choice } from '../../ui/form/choice.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { type DonorDraft, draftOfCurrent, isChangedDraft, parseShare } from './donor.ts'
import { DonorChoiceField, type DonorFieldsProps, DonorTextField } from './donor-fields.tsx'
import { DonorMemberFields } from './donor-member-fields.tsx'
import styles from './donor-parts.module.css'
import { useSaveDonor } from './donor-queries.ts'

const PLACED: readonly DonorField[] = ['name', 'address', 'pinCode', 'consentSource', 'notes']
const OTHERS = namesOfKind(DONOR_FIELDS, 'line', 'lines').filter((name) => !PLACED.includes(name))

interface DonorFormProps extends PageFormProps<DonorDraft> {
  /** Called with a new donor's record after it was saved. */
  onAdded?: (donor: Donor) => void
}

/** Adds or edits a donor. The server validates what was entered. */
export function DonorForm({ initial, focusRequest, onSaved, onSavingChange, onAdded }: DonorFormProps) {
  const { t } = useLingui()
  const saveDonor = useSaveDonor()
  const [isMembersOpen, setMembersOpen] = useState(initial.members.length > 0)
  const form = useRecordForm<DonorDraft>({
    record: useFormRecord('donor', initial.id),
    initial,
    isDirty: isChangedDraft,
    validate: (draft) => ({
      ...(draft.members.some(({ share }) => Number.isNaN(parseShare(share))) && {
        members: t`A share is a number from 0.01 to 100, with at most two decimals.`,
      }),
    }),
    send: async (draft, base) => {
      const donor = await saveDonor(draft, base)
      if (draft.id === undefined) onAdded?.(donor)
    },
    onSaved,
    onSavingChange,
    conflict: {
      fields: useDonorConflictFields(),
      unedited: ['version', 'maskedPan', 'maskedOtherId'],
      readCurrent: draftOfCurrent,
    },
  })
  const { draft, change, isSaving, fieldErrors } = form
  const fields = { draft, change, fieldErrors, isSaving }
  const isEdit = initial.id !== undefined
  const lines = t`One per line.`

  return (
    <FormPanel form={form} title={isEdit ? t`Edit donor` : t`Add donor`} focusRequest={focusRequest}>
      <div className={styles.pair}>
        <DonorTextField {...fields} name="name" autoComplete="off" />
        <DonorChoiceField {...fields} name="kind" />
      </div>
      <div className={styles.pair}>
        <DonorTextField {...fields} name="phones" description={lines} inputMode="tel" />
        <DonorTextField
          {...fields}
          name="emails"
          description={lines}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DonorTextField {...fields} name="otherNames" description={lines} />
      </div>
      <div className={styles.pair}>
        <DonorTextField {...fields} name="address" autoComplete="off" />
        <DonorTextField {...fields} name="pinCode" inputMode="numeric" autoComplete="off" />
      </div>
      <DonorNumberFields {...fields} />
      <DonorConsentFields {...fields} />
      {OTHERS.map((name) => (
        <DonorTextField key={name} {...fields} name={name} autoComplete="off" />
      ))}
      <DonorTextField {...fields} name="notes" />
      <DonorMemberFields
        {...{ draft, change, isSaving }}
        errorMessage={fieldErrors.members}
        isOpen={isMembersOpen}
        onOpen={() => setMembersOpen(true)}
      />
    </FormPanel>
  )
}

function DonorConsentFields(props: DonorFieldsProps) {
  const { t } = useLingui()
  return (
    <div className={styles.pair}>
      <DonorChoiceField {...props} name="citizenship" />
      <DonorChoiceField {...props} name="language" emptyLabel={t({ message: 'Not asked', context: 'language' })} />
      <DonorChoiceField {...props} name="consent" />
      <DonorTextField
        {...props}
        name="consentSource"
        description={t`Such as a paper form or a phone call.`}
        autoComplete="off"
      />
    </div>
  )
}

/** What is compared if others saved a donor meanwhile. */
function useDonorConflictFields(): ConflictField<DonorDraft>[] {
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

/** Identity numbers. The form never has the numbers that are stored, only what is typed. */
function DonorNumberFields(props: DonorFieldsProps) {
  const { draft, change, isSaving } = props
  const { t } = useLingui()
  const panHint = usePanHint()
  const keeps = (number: string) => (number === '' ? undefined : t`Now ${number}. Leave it blank to keep it.`)
  return (
    <div className={styles.pair}>
      <div className={styles.number}>
        <DonorTextField
          {...props}
          name="pan"
          description={panHint(draft.pan) ?? keeps(draft.maskedPan)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          disabled={draft.isPanRemoved}
        />
        {draft.maskedPan !== '' && (
          <Choice
            type="checkbox"
            label={t`Remove the PAN`}
            checked={draft.isPanRemoved}
            isReadOnly={isSaving}
            onChange={(isPanRemoved) => change({ isPanRemoved, pan: '' })}
          />
        )}
      </div>
      <DonorChoiceField
        {...props}
        name="otherIdType"
        emptyLabel={t({ message: 'None', context: 'identity document' })}
      />
      <div className={styles.number}>
        <DonorTextField
          {...props}
          name="otherId"
          description={keeps(draft.maskedOtherId)}
          autoComplete="off"
          spellCheck={false}
          disabled={draft.isOtherIdRemoved}
        />
        {draft.maskedOtherId !== '' && (
          <Choice
            type="checkbox"
            label={t`Remove the number`}
            checked={draft.isOtherIdRemoved}
            isReadOnly={isSaving}
            onChange={(isOtherIdRemoved) => change({ isOtherIdRemoved, otherId: '' })}
          />
        )}
      </div>
    </div>
  )
}
