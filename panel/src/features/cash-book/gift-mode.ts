import { useLingui } from '@lingui/react/macro'
import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { useGiftModeName } from '../../records/gift-field-names.ts'
import { formatMoney } from '../../ui/format/money.tsx'

/** Names how a gift came. Unknown modes are returned unchanged. */
export function useModeName(): (mode: string) => string {
  const giftModeName = useGiftModeName()
  return (mode) => {
    const known = GIFT_MODES.find((name) => name === mode)
    return known ? giftModeName(known) : mode
  }
}

interface ModeSum {
  mode: string
  count: number
  /** Paise. */
  amount: number
}

/** In paise. */
export function sumOf(gifts: readonly { amount: number }[]): number {
  return gifts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Adds up amounts by mode, in the order of the modes. */
export function sumByMode(gifts: readonly { mode: string; amount: number }[]): ModeSum[] {
  const modes = [...new Set([...GIFT_MODES, ...gifts.map(({ mode }) => mode)])]
  return modes.flatMap((mode) => {
    const ofMode = gifts.filter((gift) => gift.mode === mode)
    if (ofMode.length === 0) return []
    return { mode, count: ofMode.length, amount: sumOf(ofMode) }
  })
}

/** Says the sum of each mode, such as "Cash ₹1,100.00 · Cheque ₹5,000.00". */
export function useModeSums(): (sums: readonly ModeSum[]) => string {
  const modeName = useModeName()
  const { i18n } = useLingui()
  return (sums) =>
    sums.map(({ mode, amount }) => `${modeName(mode)} ${formatMoney(amount, 'INR', i18n.locale)}`).join(' · ')
}
