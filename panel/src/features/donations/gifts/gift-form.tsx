import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { hasPanShape, normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { type GiftField, giftFieldsOf, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { GIFT_MODES, type GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useFormRecord } from '../../../queries/use-form-record.ts'
import { useTodayDate } from '../../../queries/use-today.ts'
import { useClosedBookText } from '../../../records/closed-book.ts'
import { useEntryName } from '../../../records/entry-name.ts'
import { useDonationTypeName, useGiftFieldLabel, useGiftModeName } from '../../../records/gift-field-names.ts'
import type { TextFieldProps } from '../../../ui/base/text-field.tsx'
import { useTrust } from '../../../ui/base/trust.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { typedDay } from '../../../ui/dates/typed-day.ts'
import { QueryError } from '../../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Choice, Choices } from '../../../ui/form/choice.tsx'
import type { DraftStore, FormValues } from '../../../ui/form/draft-store.ts'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import type { ConflictField } from '../../../ui/form/use-conflict.ts'
import type { FormParts } from '../../../ui/form/use-form.ts'
import { type FormRecord, useRecordForm } from '../../../ui/form/use-record-form.tsx'
import { useAddGiftDonor } from './gift-donor-queries.ts'
import {
  ANONYMOUS,
  changesBook,
  changesReceipt,
  draftOfGift,
  GIFT_CHOICES,
  type GiftDraft,
  giftYears,
  isChangedGift,
  isTypedGift,
  losesLeaf,
  NEW_DONOR,
  receivedDay,
} from './gift-draft.ts'
import styles from './gift-form.module.css'
import type { GiftChoice, GiftChoices, SavedGift } from './gift-queries.ts'
import { GiftTextField, isTextName, type TextName } from './gift-text-field.tsx'
import { MainFields } from './main-fields.tsx'
import { MoreFields } from './more-fields.tsx'
import { useGiftFaults } from './use-gift-faults.ts'
import { UnconfirmedError, useGiftSaving } from './use-gift-saving.tsx'

/** These change with the day and the last gift: a draft of a new gift holds them even if untouched. */
const UNKNOWN_CHOICES = Object.fromEntries(GIFT_CHOICES.map((name) => [name, false]))

interface DayForm {
  initial: GiftDraft
  draft: GiftDraft
  change: (part: Partial<GiftDraft>) => void
}

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
export interface GiftFieldsProps extends FormParts<GiftDraft> {
  choices: GiftChoices
  /** In the trust's zone, `YYYY-MM-DD`. */
  today: string
}

/** What is compared if others saved a gift meanwhile, in the form's order. */
function useGiftConflictFields(mode: GiftMode, choices: GiftChoices): ConflictField<GiftDraft>[] {
  const { t } = useLingui()
  const labelOf = useGiftFieldLabel(mode)
  const typeName = useDonationTypeName()
  const entryName = useEntryName()

  function nameIn(list: readonly GiftChoice[], wanted: string): string {
    const choice = list.find(({ _id }) => _id === wanted)
    return choice ? entryName(choice) : wanted
  }

  function show(field: GiftField, draft: GiftDraft): string {
    switch (field) {
      case 'donorId':
        return draft.donorId === ANONYMOUS ? t`Anonymous` : draft.donorText
      case 'purposeId':
        return nameIn(choices.purposes, draft.purposeId)
      case 'institutionId':
        return nameIn(choices.institutions, draft.institutionId)
      case 'donationType':
        return typeName(draft.donationType)
      default:
        return draft[field]
    }
  }

  return giftFieldsOf(mode).map((field) => ({
    name: field,
    label: labelOf(field),
    keys: field === 'donorId' ? ['donorId', 'donorText'] : [field],
    show: (draft) => show(field, draft),
  }))
}

/** What only some modes have. `item` and `quantity` stand in the place of the amount. */
function ModeFields(props: GiftFieldsProps) {
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

/**
 * Keeps the day of a new gift at today until something is typed: a page may stay open over
 * midnight. Returns today, `YYYY-MM-DD`, and the form's `change` with the day.
 */
function useCurrentDay({ initial, draft, change }: DayForm) {
  const { timeZone } = useTrust()
  const today = useTodayDate()
  /** The day in the field, unless the user has chosen another. */
  const offered = useRef(initial.receivedOn)

  /** The change of a day that is past; `undefined` if the day stays. */
  function nextDay(current: string): Partial<GiftDraft> | undefined {
    const day = typedDay(current)
    const isKept = draft.id !== undefined || draft.receivedOn !== offered.current || isChangedGift(draft, initial)
    if (isKept || day === offered.current) return undefined
    offered.current = day
    return { receivedOn: day }
  }

  const update = useEffectEvent((current: string) => {
    const next = nextDay(current)
    if (next) change(next)
  })
  useEffect(() => update(today), [today])

  return {
    today,
    change: (part: Partial<GiftDraft>) => change({ ...nextDay(zonedDate(Date.now(), timeZone)), ...part }),
  }
}

/** The record of the form of a gift, whose store never has a PAN. */
function useGiftRecord(id: string | undefined): FormRecord {
  const { store, editors } = useFormRecord('gift', id)
  const safeStore = useMemo(
    () => store && { ...store, write: (draft: FormValues, base: FormValues) => write(store, draft, base) },
    [store],
  )
  return { store: safeStore, editors }
}

function write(store: DraftStore, draft: FormValues, base: FormValues): void {
  if (draft.id !== undefined) store.write(withoutPan(draft, base), base)
  else if (isTypedGift(draft, base)) store.write(withoutPan(draft, base), { ...base, ...UNKNOWN_CHOICES })
  else store.write(base, base)
}

/** A search for a donor may be by PAN, which is never stored. */
function withoutPan(draft: FormValues, base: FormValues): FormValues {
  const isSearch = draft.donorId === '' || draft.donorId === NEW_DONOR
  return {
    ...draft,
    ...(isSearch && { donorText: base.donorText }),
    ...(hasPanShape(normalisePan(String(draft.newName))) && { newName: base.newName }),
  }
}

interface Query {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Shows the children when all data are there, and until then that they load or why they do not. */
export function LoadedPart({ queries, children }: { queries: readonly Query[]; children: ReactNode }) {
  const { t } = useLingui()
  const missing = queries.filter(({ data }) => data === undefined)
  const failed = missing.find(({ error }) => error)
  if (missing.length === 0) return children
  if (failed?.error) {
    return (
      <QueryError
        title={t`Could not load the form.`}
        query={failed}
        onRetry={() => missing.map(({ refetch }) => refetch())}
      />
    )
  }
  return (
    <Loading label={t`Loading the form...`}>
      <Skeleton shape="title" />
      <Skeleton />
    </Loading>
  )
}
