import { useLingui } from '@lingui/react/macro'
import { useDonorWords } from '../../records/donor-words.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { CHOICES } from './donor.ts'
import type { DonorFieldsProps } from './donor-form.tsx'
import styles from './donor-parts.module.css'

export function DonorConsentFields({ draft, change, fieldErrors, isSaving }: DonorFieldsProps) {
  const { t } = useLingui()
  const words = useDonorWords()
  return (
    <div className={styles.pair}>
      <SelectField
        label={t`Citizenship`}
        value={draft.citizenship}
        options={CHOICES.citizenships.map((value) => ({ value, label: words.citizenships[value] }))}
        onChange={(citizenship) => change({ citizenship })}
        errorMessage={fieldErrors.citizenship}
        isReadOnly={isSaving}
      />
      <SelectField
        label={t`Language`}
        value={draft.language}
        options={[
          { value: '', label: t({ message: 'Not asked', context: 'language' }) },
          { value: 'en', label: 'English' },
          { value: 'hi', label: 'हिन्दी' },
        ]}
        onChange={(language) => change({ language })}
        errorMessage={fieldErrors.language}
        isReadOnly={isSaving}
      />
      <SelectField
        label={t`Consent to messages`}
        value={draft.consent}
        options={CHOICES.consents.map((value) => ({ value, label: words.consents[value] }))}
        onChange={(consent) => change({ consent })}
        errorMessage={fieldErrors.consent}
        isReadOnly={isSaving}
      />
      <TextField
        label={t`Where the consent was given`}
        name="consentSource"
        description={t`Such as a paper form or a phone call.`}
        value={draft.consentSource}
        onChange={(consentSource) => change({ consentSource })}
        errorMessage={fieldErrors.consentSource}
        autoComplete="off"
        readOnly={isSaving}
      />
    </div>
  )
}
