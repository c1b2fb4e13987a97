import { useLingui } from '@lingui/react/macro'
import { Choice } from '../../ui/form/choice.tsx'
import { DonorChoiceField, type DonorFieldsProps, DonorTextField } from './donor-fields.tsx'
import styles from './donor-parts.module.css'

/** Identity numbers. The form never has the numbers that are stored, only what is typed. */
export function DonorNumberFields(props: DonorFieldsProps) {
  const { draft, change, isSaving } = props
  const { t } = useLingui()
  const keeps = (number: string) => (number === '' ? undefined : t`Now ${number}. Leave it blank to keep it.`)
  return (
    <div className={styles.pair}>
      <div className={styles.number}>
        <DonorTextField
          {...props}
          name="pan"
          description={keeps(draft.maskedPan)}
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
