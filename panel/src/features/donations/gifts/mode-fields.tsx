import { useLingui } from '@lingui/react/macro'
import { isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { giftYears } from './gift-draft.ts'
import { useGiftFieldNames } from './gift-field-names.ts'
import styles from './gift-form.module.css'
import type { GiftFieldsProps } from './gift-form.tsx'
import { GiftTextField } from './gift-text-field.tsx'

/** What only some modes have. */
export function ModeFields(props: GiftFieldsProps) {
  const { draft, change, fieldErrors, today } = props
  const { t } = useLingui()
  const names = useGiftFieldNames(draft.mode)
  if (draft.mode === 'cash') return null
  return (
    <div className={styles.pair}>
      <GiftTextField
        {...props}
        name="instrumentNumber"
        description={t`Mostly six digits`}
        inputMode="numeric"
        maxLength={40}
      />
      {isGiftFieldUsed(draft.mode, 'instrumentDate') && (
        <DateInput
          name="instrumentDate"
          label={names.instrumentDate}
          value={draft.instrumentDate}
          onChange={(instrumentDate) => change({ instrumentDate })}
          years={giftYears(today)}
          errorMessage={fieldErrors.instrumentDate}
        />
      )}
      <GiftTextField {...props} name="bank" description={t`Name and branch`} maxLength={200} />
      <GiftTextField {...props} name="reference" maxLength={100} />
      <GiftTextField {...props} name="estimatedValue" inputMode="decimal" maxLength={40} />
      <GiftTextField {...props} name="countedBy" maxLength={200} />
    </div>
  )
}
