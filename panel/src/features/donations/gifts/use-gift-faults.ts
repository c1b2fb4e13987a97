import { useLingui } from '@lingui/react/macro'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { useTodayDate } from '../../../queries/use-today.ts'
import { type AmountFault, parseRupees } from '../../../records/rupees.ts'
import { parseTypedDay, useDaySentences } from '../../../ui/dates/typed-day.ts'
import { type GiftDraft, giftYears, NEW_DONOR } from './gift-draft.ts'

/** Says what is wrong with a typed amount. */
function useAmountSentences(): Record<AmountFault, string> {
  const { t } = useLingui()
  return {
    missing: t`Enter the amount.`,
    format: t`Enter the amount in digits, such as 1,100.50.`,
    commas: t`Check the commas of the amount. Write 1,00,000 or 100000.`,
    decimals: t`An amount has at most two digits after the point.`,
    'not-positive': t`Enter an amount of more than ₹0.`,
    large: t`The amount must be less than ₹100 crore.`,
  }
}

/** The errors of what cannot be sent as it was typed. All else is validated by the server. */
export function useGiftFaults(): (draft: GiftDraft) => Record<string, string> {
  const { t } = useLingui()
  const years = giftYears(useTodayDate())
  const daySentences = useDaySentences(years)
  const amountSentences = useAmountSentences()

  function donorFault({ donorId, donorText }: GiftDraft): string | undefined {
    if (donorId === NEW_DONOR) return t`Add the new donor first.`
    if (donorId !== '') return undefined
    if (isBlank(donorText)) return t`Choose the donor, or “Anonymous”.`
    return t`Choose the donor in the list, or add a new one.`
  }

  return (draft) => {
    const amount = parseRupees(draft.amount).fault
    const estimate = isBlank(draft.estimatedValue) ? undefined : parseRupees(draft.estimatedValue).fault
    const received = parseTypedDay(draft.receivedOn, years).fault
    const dated = isBlank(draft.instrumentDate) ? undefined : parseTypedDay(draft.instrumentDate, years).fault
    const faults = {
      amount: amount && amountSentences[amount],
      receivedOn: received && daySentences[received],
      donorId: donorFault(draft),
      instrumentDate: dated && daySentences[dated],
      estimatedValue: estimate && amountSentences[estimate],
    }
    const found = (Object.keys(faults) as (keyof typeof faults)[]).flatMap((name) => {
      const fault = isGiftFieldUsed(draft.mode, name) ? faults[name] : undefined
      return fault ? [[name, fault]] : []
    })
    return Object.fromEntries(found)
  }
}
