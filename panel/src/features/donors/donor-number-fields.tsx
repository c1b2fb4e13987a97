import { useLingui } from '@lingui/react/macro'
import { useDonorWords } from '../../records/donor-words.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { CHOICES } from './donor.ts'
import type { DonorFieldsProps } from './donor-form.tsx'
import styles from './donor-parts.module.css'

/** Identity numbers. The form never has the numbers that are stored, only what is typed. */
export function DonorNumberFields({ draft, change, fieldErrors, isSaving }: DonorFieldsProps) {
  const { t } = useLingui()
  const words = useDonorWords()
  const keeps = (number: string) => (number === '' ? undefined : t`Now ${number}. Leave it blank to keep it.`)
  return (
    <div className={styles.pair}>
      <div className={styles.number}>
        <TextField
          label={t`PAN`}
          name="pan"
          description={keeps(draft.maskedPan)}
          value={draft.pan}
          onChange={(pan) => change({ pan })}
          errorMessage={fieldErrors.pan}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={isSaving}
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
      <SelectField
        label={t`Other identity document`}
        value={draft.otherIdType}
        options={[
          { value: '', label: t({ message: 'None', context: 'identity document' }) },
          ...CHOICES.otherIds.map((value) => ({ value, label: words.otherIds[value] })),
        ]}
        onChange={(otherIdType) => change({ otherIdType })}
        errorMessage={fieldErrors.otherIdType}
        isReadOnly={isSaving}
      />
      <div className={styles.number}>
        <TextField
          label={t`Number of the document`}
          name="otherId"
          description={keeps(draft.maskedOtherId)}
          value={draft.otherId}
          onChange={(otherId) => change({ otherId })}
          errorMessage={fieldErrors.otherId}
          autoComplete="off"
          spellCheck={false}
          readOnly={isSaving}
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
