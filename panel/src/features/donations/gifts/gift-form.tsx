import { useLingui } from '@lingui/react/macro'
import { giftFieldsOf, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useRef } from 'react'
import { useGiftModeName } from '../../../records/gift-mode-name.ts'
import { Choice, Choices } from '../../../ui/form/choice.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.tsx'
import { useClosedBookText } from './closed-book.ts'
import { useGiftConflictFields } from './gift-conflict-fields.ts'
import { useAddGiftDonor } from './gift-donor-queries.ts'
import {
  changesBook,
  changesReceipt,
  draftOfGift,
  type GiftDraft,
  isChangedGift,
  losesLeaf,
  receivedDay,
} from './gift-draft.ts'
import styles from './gift-form.module.css'
import type { GiftChoices, SavedGift } from './gift-queries.ts'
import { MainFields } from './main-fields.tsx'
import { ModeFields } from './mode-fields.tsx'
import { MoreFields } from './more-fields.tsx'
import { useCurrentDay } from './use-current-day.ts'
import { useGiftFaults } from './use-gift-faults.ts'
import { useGiftRecord } from './use-gift-record.ts'
import { UnconfirmedError, useGiftSaving } from './use-gift-saving.tsx'

interface GiftFormProps {
  initial: GiftDraft
  choices: GiftChoices
  /** Number of the receipt that a change of amount, donor or day cancels. */
  receiptNumber?: string | undefined
  /** The latest day whose cash book is closed. */
  booksClosedUpTo?: string | null
  onSaved: (gift: SavedGift) => void
}

/** Enters or corrects a gift. The server validates what was entered. */
export function GiftForm({ initial, choices, receiptNumber, booksClosedUpTo = null, onSaved }: GiftFormProps) {
  const { t } = useLingui()
  const modeName = useGiftModeName()
  const save = useGiftSaving()
  const faultsOf = useGiftFaults()
  const closedBookText = useClosedBookText()
  const adding = useAddGiftDonor()
  const isEdit = initial.id !== undefined
  const saved = useRef<SavedGift>(undefined)
  const form = useRecordForm<GiftDraft>({
    record: useGiftRecord(initial.id),
    initial,
    isDirty: isChangedGift,
    validate: faultsOf,
    send: async (draft) => {
      saved.current = await save(draft)
    },
    onSaved: () => saved.current && onSaved(saved.current),
    showsField: isFieldShown,
    conflict: {
      fields: useGiftConflictFields(initial.mode, choices),
      unedited: ['version'],
      readCurrent: (record) => draftOfGift(record as Gift),
    },
    explain: (error) =>
      error instanceof UnconfirmedError ? t`Not saved yet. Check the gift, then save it.` : undefined,
  })
  const { draft, isSaving, fieldErrors } = form
  const { today, change } = useCurrentDay({ ...form, initial })
  const { mode } = draft
  // Another mode could remove the form of the donor.
  const isModeFixed = isSaving || adding.isPending
  const fields = { draft, change, fieldErrors, isSaving, choices, today }

  function consequenceText(): string {
    if (receiptNumber === undefined)
      return losesLeaf(draft, form.base) ? t`Without the leaf, the gift gets a receipt number of the series.` : ''
    return changesReceipt(draft, form.base)
      ? t`Saving cancels the receipt ${receiptNumber} and issues a new one, which names it and prints the donor’s details of today.`
      : ''
  }
  const bookText = changesBook(draft, form.base)
    ? closedBookText({
        kind: 'correction',
        days: [form.base, draft].map(receivedDay),
        closedUpTo: booksClosedUpTo,
      })
    : ''
  const consequences = [consequenceText(), bookText].filter(Boolean)

  return (
    <FormPanel
      form={form}
      title={isEdit ? modeName(mode) : t`New gift`}
      focusRequest={0}
      startField={isGiftFieldUsed(mode, 'amount') ? 'amount' : 'item'}
      isSavedByCtrlEnter
      errorMessage={form.errorMessage}
      status={
        isEdit && (
          <div role="status" className={styles.consequence}>
            {consequences.map((each) => (
              <p key={each} className={styles.notice}>
                {each}
              </p>
            ))}
          </div>
        )
      }
    >
      {!isEdit && (
        <Choices legend={t`How the gift came`} isReadOnly={isModeFixed}>
          <div className={styles.modes}>
            {GIFT_MODES.map((each) => (
              <Choice
                key={each}
                type="radio"
                name="mode"
                label={modeName(each)}
                checked={mode === each}
                isReadOnly={isModeFixed}
                onChange={() => isModeFixed || change({ mode: each })}
              />
            ))}
          </div>
        </Choices>
      )}
      <MainFields {...fields} adding={adding} />
      <ModeFields {...fields} />
      <MoreFields {...fields} rejection={form.rejection} hasReceipt={receiptNumber !== undefined} />
      <p className={`${styles.quiet} ${styles.keys}`}>{t`Ctrl+Enter saves the gift.`}</p>
    </FormPanel>
  )
}

function isFieldShown(field: string, { mode }: GiftDraft): boolean {
  return giftFieldsOf(mode).some((used) => used === field)
}

/** What the parts of the form share. */
export interface GiftFieldsProps {
  draft: GiftDraft
  change: (part: Partial<GiftDraft>) => void
  fieldErrors: Readonly<Partial<Record<string, string>>>
  isSaving: boolean
  choices: GiftChoices
  /** In the trust's zone, `YYYY-MM-DD`. */
  today: string
}
