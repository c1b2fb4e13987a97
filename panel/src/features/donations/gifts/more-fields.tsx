import { useLingui } from '@lingui/react/macro'
import { isGiftFieldUsed } from '@sevadesk/contract/gift-fields.ts'
import { DONATION_TYPES } from '@sevadesk/contract/list-entry.ts'
import { useState } from 'react'
import ChevronRight from '~icons/lucide/chevron-right'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useDonationTypeName } from '../../../ui/format/donation-type-name.ts'
import type { GiftDraft } from './gift-draft.ts'
import { useGiftFieldNames } from './gift-field-names.ts'
import styles from './gift-form.module.css'
import type { GiftFieldsProps } from './gift-form.tsx'
import { GiftTextField } from './gift-text-field.tsx'

const TEXTS = ['directionLetter', 'approval', 'collectedBy', 'bookNumber', 'leafNumber', 'note'] as const

/** What few gifts need. Open if something stands in it that the user must see. */
export function MoreFields(props: GiftFieldsProps) {
  const { draft, change, fieldErrors, isSaving } = props
  const { t } = useLingui()
  const typeName = useDonationTypeName()
  const names = useGiftFieldNames(draft.mode)
  const [isOpen, setOpen] = useState(() => TEXTS.some((name) => draft[name] !== ''))
  const isNeeded = needsMore(draft) || [...TEXTS, 'donationType'].some((name) => fieldErrors[name])
  return (
    <details className={styles.more} open={isOpen || isNeeded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight aria-hidden="true" />
        {t({ message: 'More', context: 'fields of a form' })}
      </summary>
      <div className={styles.rows}>
        <div className={styles.pair}>
          <SelectField
            name="donationType"
            label={names.donationType}
            value={draft.donationType}
            options={DONATION_TYPES.map((value) => ({ value, label: typeName(value) }))}
            onChange={(donationType) => change({ donationType })}
            errorMessage={fieldErrors.donationType}
            isReadOnly={isSaving}
          />
          {draft.donationType === 'corpus' && (
            <GiftTextField
              {...props}
              name="directionLetter"
              description={t`Date or number of the letter in which the donor directs it to the corpus.`}
              maxLength={200}
            />
          )}
          <GiftTextField
            {...props}
            name="approval"
            description={t`Such as 80G, if a certain one was used.`}
            maxLength={200}
          />
        </div>
        <div className={styles.pair}>
          <GiftTextField {...props} name="collectedBy" maxLength={200} />
          <GiftTextField {...props} name="bookNumber" maxLength={40} />
          <GiftTextField {...props} name="leafNumber" maxLength={40} />
        </div>
        <GiftTextField {...props} name="note" multiline maxLength={500} />
      </div>
    </details>
  )
}

/** A gift to the corpus needs the letter. */
function needsMore({ mode, donationType }: GiftDraft): boolean {
  return donationType === 'corpus' && isGiftFieldUsed(mode, 'directionLetter')
}
