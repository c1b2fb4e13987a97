import { useLingui } from '@lingui/react/macro'
import { namesOfKind } from '@sevadesk/contract/base/record-fields.ts'
import { GIFT_FIELDS, type GiftField, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { WITHOUT_RECEIPT } from '@sevadesk/contract/gifts/offline-gift.ts'
import { DONATION_TYPES } from '@sevadesk/contract/settings/list-entry.ts'
import { useEffect, useRef, useState } from 'react'
import ChevronRight from '~icons/lucide/chevron-right'
import { useDonationTypeName, useGiftFieldLabel } from '../../../records/gift-field-names.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { fieldProps } from '../../../ui/form/use-form.ts'
import type { GiftDraft } from './gift-draft.ts'

import styles from './gift-form.module.css'
import type { GiftFieldsProps } from './gift-form.tsx'
import { GiftTextField } from './gift-text-field.tsx'

const PLACED: readonly GiftField[] = ['directionLetter', 'approval', 'collectedBy', 'bookNumber', 'leafNumber', 'note']
/** Texts of every gift, wherever they stand. */
const TEXTS = namesOfKind(GIFT_FIELDS, 'line', 'lines').filter((name) => isGiftFieldUsed('cash', name))
const OTHERS = TEXTS.filter((name) => !PLACED.includes(name))

interface MoreFieldsProps extends GiftFieldsProps {
  /** A new object for each refused save. */
  rejection: object | undefined
  /** Whether the gift has a receipt, which stays also with a leaf. */
  hasReceipt: boolean
}

/** What few gifts need. Opens if something stands in it that the user must see. */
export function MoreFields({ rejection, hasReceipt, ...props }: MoreFieldsProps) {
  const { draft, fieldErrors } = props
  const { t } = useLingui()
  const typeName = useDonationTypeName()
  const labelOf = useGiftFieldLabel(draft.mode)
  const [isOpen, setOpen] = useState(() => needsLetter(draft) || TEXTS.some((name) => draft[name] !== ''))
  const part = useRef<HTMLDetailsElement>(null)
  const isNeeded = needsLetter(draft)
  const isRefused = [...TEXTS, 'donationType'].some((name) => fieldErrors[name])

  // In the document itself, since the form then moves focus to the first error. The state follows.
  useEffect(() => {
    if (part.current && (isNeeded || (rejection && isRefused))) part.current.open = true
  }, [rejection, isNeeded, isRefused])

  return (
    <details ref={part} className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight aria-hidden="true" />
        {t({ message: 'More', context: 'fields of a form' })}
      </summary>
      <div className={styles.rows}>
        <div className={styles.pair}>
          <SelectField
            {...fieldProps(props, 'donationType')}
            label={labelOf('donationType')}
            options={DONATION_TYPES.map((value) => ({ value, label: typeName(value) }))}
          />
          {draft.donationType === 'corpus' && (
            <GiftTextField
              {...props}
              name="directionLetter"
              description={t`Date or number of the letter in which the donor directs it to the corpus.`}
            />
          )}
          <GiftTextField {...props} name="approval" description={t`The approval under which it was given.`} />
        </div>
        <div className={styles.pair}>
          <GiftTextField {...props} name="collectedBy" />
          {OTHERS.map((name) => (
            <GiftTextField key={name} {...props} name={name} />
          ))}
          <GiftTextField {...props} name="bookNumber" />
          <GiftTextField
            {...props}
            name="leafNumber"
            description={
              hasReceipt || WITHOUT_RECEIPT.includes(draft.mode)
                ? undefined
                : t`A gift with a leaf gets no receipt number, unless Settings say so.`
            }
          />
        </div>
        <GiftTextField {...props} name="note" />
      </div>
    </details>
  )
}

/** A gift to the corpus needs the letter. */
function needsLetter({ mode, donationType }: GiftDraft): boolean {
  return donationType === 'corpus' && isGiftFieldUsed(mode, 'directionLetter')
}
