import { useLingui } from '@lingui/react/macro'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useState } from 'react'
import { useDonorWords } from '../../records/donor-words.ts'
import { useDraftStore } from '../../session/drafts/use-draft-store.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { ConflictPart } from '../../ui/form/conflict-part.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useConflict } from '../../ui/form/use-conflict.ts'
import { useForm } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { CHOICES, type DonorDraft, draftOfCurrent, isChangedDraft, parseShare } from './donor.ts'
import { useDonorConflictFields } from './donor-conflict-fields.ts'
import { DonorConsentFields } from './donor-consent-fields.tsx'
import { DonorMemberFields } from './donor-member-fields.tsx'
import { DonorNumberFields } from './donor-number-fields.tsx'
import styles from './donor-parts.module.css'
import { useDonorEditors, useSaveDonor } from './donor-queries.ts'

interface DonorFormProps extends PageFormProps<DonorDraft> {
  /** Called with a new donor's record after it was saved. */
  onAdded?: (donor: Donor) => void
}

/** Adds or edits a donor. The server validates what was entered. */
export function DonorForm({ initial, focusRequest, onSaved, onSavingChange, onAdded }: DonorFormProps) {
  const { t } = useLingui()
  const words = useDonorWords()
  const failureText = useFailureText()
  const saveDonor = useSaveDonor()
  const [isMembersOpen, setMembersOpen] = useState(initial.members.length > 0)
  const conflict = useConflict<DonorDraft>({
    initial,
    fields: useDonorConflictFields(),
    unedited: ['version', 'maskedPan', 'maskedOtherId'],
    readCurrent: draftOfCurrent,
  })

  function validate(draft: DonorDraft) {
    const isShareWrong = draft.members.some(({ share }) => Number.isNaN(parseShare(share)))
    return {
      ...conflict.errors(),
      ...(isShareWrong && { members: t`A share is a number from 0.01 to 100, with at most two decimals.` }),
    }
  }

  const form = useForm({
    initial,
    isDirty: (draft) => isChangedDraft(draft, conflict.base),
    base: conflict.base,
    validate,
    send: (draft) =>
      saveDonor(draft, conflict.base)
        .then((donor) => {
          if (draft.id === undefined) onAdded?.(donor)
        })
        .catch((error: unknown) => {
          const merged = conflict.merge(error, draft)
          if (merged) form.setDraft(merged)
          throw error
        }),
    onSaved,
    onSavingChange,
    store: useDraftStore('donor', initial.id ?? 'new'),
  })
  const { draft, change, isSaving, generalError, fieldErrors } = form
  const isEdit = initial.id !== undefined
  const lines = t`One per line.`

  return (
    <FormPanel
      form={form}
      title={isEdit ? t`Edit donor` : t`Add donor`}
      focusRequest={focusRequest}
      editors={useDonorEditors(initial.id)}
      errorMessage={generalError && !conflict.view?.explains(generalError) && failureText(generalError)}
    >
      {conflict.view && <ConflictPart {...form} conflict={conflict.view} />}
      <div className={styles.pair}>
        <TextField
          label={t`Name as on the PAN`}
          name="name"
          value={draft.name}
          onChange={(name) => change({ name })}
          errorMessage={fieldErrors.name}
          autoComplete="off"
          readOnly={isSaving}
        />
        <SelectField
          label={t({ message: 'Kind', context: 'of a donor' })}
          value={draft.kind}
          options={CHOICES.kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(kind) => change({ kind })}
          errorMessage={fieldErrors.kind}
          isReadOnly={isSaving}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={t`Phones`}
          name="phones"
          description={lines}
          multiline
          inputMode="tel"
          value={draft.phones}
          onChange={(phones) => change({ phones })}
          errorMessage={fieldErrors.phones}
          readOnly={isSaving}
        />
        <TextField
          label={t`E-mails`}
          name="emails"
          description={lines}
          multiline
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.emails}
          onChange={(emails) => change({ emails })}
          errorMessage={fieldErrors.emails}
          readOnly={isSaving}
        />
        <TextField
          label={t`Other names`}
          name="otherNames"
          description={lines}
          multiline
          value={draft.otherNames}
          onChange={(otherNames) => change({ otherNames })}
          errorMessage={fieldErrors.otherNames}
          readOnly={isSaving}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={t`Address`}
          name="address"
          multiline
          value={draft.address}
          onChange={(address) => change({ address })}
          errorMessage={fieldErrors.address}
          autoComplete="off"
          readOnly={isSaving}
        />
        <TextField
          label={t`PIN code`}
          name="pinCode"
          inputMode="numeric"
          value={draft.pinCode}
          onChange={(pinCode) => change({ pinCode })}
          errorMessage={fieldErrors.pinCode}
          autoComplete="off"
          readOnly={isSaving}
        />
      </div>
      <DonorNumberFields {...{ draft, change, fieldErrors, isSaving }} />
      <DonorConsentFields {...{ draft, change, fieldErrors, isSaving }} />
      <TextField
        label={t`Notes`}
        name="notes"
        multiline
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        errorMessage={fieldErrors.notes}
        readOnly={isSaving}
      />
      <DonorMemberFields
        {...{ draft, change, isSaving }}
        errorMessage={fieldErrors.members}
        isOpen={isMembersOpen}
        onOpen={() => setMembersOpen(true)}
      />
    </FormPanel>
  )
}

/** What the parts of the form share. */
export interface DonorFieldsProps {
  draft: DonorDraft
  change: (part: Partial<DonorDraft>) => void
  fieldErrors: Readonly<Partial<Record<string, string>>>
  isSaving: boolean
}
