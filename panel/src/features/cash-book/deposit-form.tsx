import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { BANK_ACCOUNT_MAX, SLIP_GIFTS_MAX, SLIP_NUMBER_MAX } from '@sevadesk/contract/gifts/deposit-slip.ts'
import type { DepositGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { FIRST_GIFT_DAY } from '@sevadesk/contract/gifts/gift-fields.ts'
import { useRef } from 'react'
import { useDraftStore } from '../../session/drafts/draft-store.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { parseTypedDay, useDaySentences } from '../../ui/dates/typed-day.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { fieldProps } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { type DepositDraft, depositableGifts, useAddSlip } from './cash-book-queries.ts'
import { sumOf } from './gift-mode.ts'

interface DepositFormProps extends PageFormProps<DepositDraft> {
  gifts: readonly DepositGift[]
  /** `YYYY-MM-DD` */
  today: string
  /** Called after a refusal with the gifts that can be deposited. */
  onRefused: (gifts: readonly DepositGift[]) => void
  /** Called with the id of the slip in place of `onSaved`. */
  onAdded: (slipId: string) => void
}

/** When, where and with which slip the ticked gifts are deposited. */
export function DepositForm(props: DepositFormProps) {
  const { initial, focusRequest, gifts, today, onRefused, onAdded, onSavingChange } = props
  const { t } = useLingui()
  const addSlip = useAddSlip()
  const validate = useValidation(gifts, today)
  const added = useRef('')
  const form = useRecordForm<DepositDraft>({
    record: { store: useDraftStore('deposit', 'new') },
    initial,
    isDirty: (draft) => FIELDS.some((field) => draft[field] !== initial[field]),
    validate,
    send: async ({ depositedOn, slipNumber, bankAccount }) => {
      const day = parseTypedDay(depositedOn, yearsTo(today)).day ?? ''
      const slip = {
        giftIds: gifts.map(({ _id }) => _id),
        amount: sumOf(gifts),
        depositedOn: day,
        slipNumber,
        bankAccount,
      }
      added.current = (await addSlip(slip).catch(reportRefusal))._id
    },
    onSaved: () => onAdded(added.current),
    onSavingChange,
  })
  function reportRefusal(error: unknown): never {
    const depositable = depositableGifts(error)
    if (depositable) onRefused(depositable)
    throw error
  }

  const { draft, change, fieldErrors } = form
  const count = gifts.length
  return (
    <FormPanel
      form={{ ...form, errorMessage: fieldErrors.giftIds ?? form.errorMessage }}
      title={t`Deposit ${plural(count, { one: '# gift', other: '# gifts' })}`}
      focusRequest={focusRequest}
      saveLabel={t`Mark as deposited`}
    >
      <DateInput
        name="depositedOn"
        label={t`Day of the deposit`}
        value={draft.depositedOn}
        onChange={(depositedOn) => change({ depositedOn })}
        years={yearsTo(today)}
        errorMessage={fieldErrors.depositedOn}
      />
      <TextField
        {...fieldProps(form, 'slipNumber')}
        label={t`Number of the deposit slip`}
        labelNote={t`(optional)`}
        maxLength={SLIP_NUMBER_MAX}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(form, 'bankAccount')}
        label={t`Bank account`}
        description={t`Such as the bank and the last digits of the number.`}
        isRequired
        maxLength={BANK_ACCOUNT_MAX}
        autoComplete="off"
      />
    </FormPanel>
  )
}

const FIELDS = ['depositedOn', 'slipNumber', 'bankAccount'] as const

function yearsTo(today: string): readonly [number, number] {
  return [Number(FIRST_GIFT_DAY.slice(0, 4)), Number(today.slice(0, 4))]
}

function useValidation(gifts: readonly DepositGift[], today: string) {
  const { t } = useLingui()
  const sentences = useDaySentences(yearsTo(today))
  return ({ depositedOn, bankAccount }: DepositDraft) => {
    const { day, fault } = parseTypedDay(depositedOn, yearsTo(today))
    const errors: Record<string, string> = {}
    if (fault) errors.depositedOn = sentences[fault]
    else if (day !== undefined && day > today) errors.depositedOn = t`This day is in the future.`
    if (isBlank(bankAccount)) errors.bankAccount = t`Enter the bank account into which the money goes.`
    if (gifts.length === 0) errors.giftIds = t`Select the gifts that you deposit.`
    if (gifts.length > SLIP_GIFTS_MAX) errors.giftIds = t`A deposit slip has at most ${SLIP_GIFTS_MAX} gifts.`
    return errors
  }
}
