import { useLingui } from '@lingui/react/macro'
import type { SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { formatDay } from '../../ui/format/date-time.tsx'
import { formatMoney } from '../../ui/format/money.tsx'

/** Says what happened to a gift of a slip since it was deposited. */
export function useSlipNotes(isCancelled: boolean): (gift: SlipGift) => string[] {
  const { t, i18n } = useLingui()
  return ({ amount, currentAmount, isDeleted, clearedOn, bouncedOn, isDeposited }) => {
    const current = formatMoney(currentAmount, 'INR', i18n.locale)
    return [
      currentAmount === amount ? '' : t`corrected since to ${current}`,
      isDeleted ? t({ message: 'deleted', context: 'a gift of a deposit slip' }) : '',
      bouncedOn === null ? '' : t`bounced on ${formatDay(bouncedOn, i18n.locale)}`,
      isCancelled && isDeposited && clearedOn !== null && bouncedOn === null
        ? t`cleared on ${formatDay(clearedOn, i18n.locale)}`
        : '',
      isCancelled && isDeposited ? t({ message: 'still deposited', context: 'a gift of a deposit slip' }) : '',
    ].filter(Boolean)
  }
}
