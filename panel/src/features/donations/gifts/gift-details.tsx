import { useLingui } from '@lingui/react/macro'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { type GiftField, giftFieldsOf } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { useEntryName } from '../../../records/entry-name.ts'
import { useDonationTypeName, useGiftFieldLabel } from '../../../records/gift-field-names.ts'
import { DateTime, formatDay } from '../../../ui/format/date-time.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { DetailField } from '../../../ui/layout/detail-field.tsx'
import { type GiftChoice, useGiftChoices } from './gift-queries.ts'

/** Shown elsewhere in the details of the donation. */
const ELSEWHERE: readonly GiftField[] = ['amount', 'donorId', 'purposeId']

/** What only a gift has that was entered by hand. Without the fields that are empty. */
export function GiftDetails({ gift }: { gift: Gift }) {
  const { t, i18n } = useLingui()
  const labelOf = useGiftFieldLabel(gift.mode)
  const typeName = useDonationTypeName()
  const entryName = useEntryName()
  const { data: choices } = useGiftChoices()
  const day = (value: string | null) => value && formatDay(value, i18n.locale)

  function nameIn(list: readonly GiftChoice[] = [], wanted: string | null): string {
    const choice = list.find(({ _id }) => _id === wanted)
    return choice ? entryName(choice) : ''
  }

  function textOf(field: GiftField) {
    if (field === 'institutionId') return nameIn(choices?.institutions, gift.institutionId)
    if (field === 'donationType') return typeName(gift.donationType)
    if (field === 'receivedOn' || field === 'instrumentDate') return day(gift[field])
    if (field === 'estimatedValue') return gift.estimatedValue !== null && <Money amount={gift.estimatedValue} />
    return gift[field]
  }

  function clearedText(): string | null {
    const [cleared, year] = [day(gift.clearedOn), financialYear(gift.receivedOn)]
    if (gift.clearedOn === null || financialYear(gift.clearedOn) === year) return cleared
    return t`${cleared} (received in the financial year ${year})`
  }

  const steps = [
    [t`Deposited on`, gift.depositedOn],
    [t`Cleared on`, gift.clearedOn, clearedText()],
    [t`Bounced on`, gift.bouncedOn],
  ] as const
  const fields = giftFieldsOf(gift.mode).filter((field) => !ELSEWHERE.includes(field))
  return (
    <>
      {fields.map((field) => {
        const value = textOf(field)
        return (
          value && (
            <DetailField key={field} name={labelOf(field)}>
              {value}
            </DetailField>
          )
        )
      })}
      {steps.map(
        ([name, on, text = day(on)]) =>
          on && (
            <DetailField key={name} name={name}>
              {text}
            </DetailField>
          ),
      )}
      {gift.depositSlipId && (
        <DetailField name={t`Deposit slip`}>
          <SlipLink id={gift.depositSlipId} />
        </DetailField>
      )}
      {gift.bounceReason && <DetailField name={t`Reason of the bank`}>{gift.bounceReason}</DetailField>}
      <DetailField name={t`Entered by`}>
        {gift.enteredBy && `${gift.enteredBy} · `}
        <DateTime moment={gift.enteredAt} format="date-time" />
      </DetailField>
    </>
  )
}

function SlipLink({ id }: { id: string }) {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/deposits', search: { open: id } })
  return (
    <a href={href} onClick={onClick}>
      {t`Open the deposit slip`}
    </a>
  )
}

/** Names the leaf of a receipt book that the donor has; empty without one. */
export function useLeafText(): (gift: Pick<Gift, 'bookNumber' | 'leafNumber'> | undefined) => string {
  const { t } = useLingui()
  return (gift) => {
    const { bookNumber = '', leafNumber = '' } = gift ?? {}
    if (leafNumber === '') return ''
    return bookNumber === '' ? t`Receipt leaf ${leafNumber}` : t`Receipt book ${bookNumber}, leaf ${leafNumber}`
  }
}
