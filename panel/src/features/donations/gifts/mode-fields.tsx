import { useLingui } from '@lingui/react/macro'
import { type GiftField, giftFieldsOf, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { useGiftFieldLabel } from '../../../records/gift-field-names.ts'
import type { TextFieldProps } from '../../../ui/base/text-field.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { giftYears } from './gift-draft.ts'
import styles from './gift-form.module.css'
import type { GiftFieldsProps } from './gift-form.tsx'
import { GiftTextField, isTextName, type TextName } from './gift-text-field.tsx'

/** What only some modes have. `item` and `quantity` stand in the place of the amount. */
export function ModeFields(props: GiftFieldsProps) {
  const { draft, change, fieldErrors, today } = props
  const { t } = useLingui()
  const labelOf = useGiftFieldLabel(draft.mode)
  const hints: Partial<Record<TextName, Pick<TextFieldProps, 'description' | 'inputMode'>>> = {
    instrumentNumber: { description: t`Mostly six digits`, inputMode: 'numeric' },
    bank: { description: t`Name and branch` },
    estimatedValue: { inputMode: 'decimal' },
  }
  const names = giftFieldsOf(draft.mode).filter(isOfMode)
  if (names.length === 0) return null
  return (
    <div className={styles.pair}>
      {names.map((name) =>
        name === 'instrumentDate' ? (
          <DateInput
            key={name}
            name={name}
            label={labelOf(name)}
            value={draft[name]}
            onChange={(day) => change({ [name]: day })}
            years={giftYears(today)}
            errorMessage={fieldErrors[name]}
          />
        ) : (
          isTextName(name) && <GiftTextField key={name} {...props} {...hints[name]} name={name} />
        ),
      )}
    </div>
  )
}

function isOfMode(name: GiftField): boolean {
  return !isGiftFieldUsed('cash', name) && name !== 'item' && name !== 'quantity'
}
