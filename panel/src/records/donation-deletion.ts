import { useLingui } from '@lingui/react/macro'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { isSuccessful } from '@sevadesk/contract/donations/donation-status.ts'
import { useNavigate } from '@tanstack/react-router'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { useIsExtended, useMayInDonations, useMe } from '../session/use-me.ts'
import { useTrust } from '../ui/base/trust.tsx'
import { useConfirm } from '../ui/dialog/confirm.tsx'
import { formatDate } from '../ui/format/date-time.tsx'
import { formatMoney } from '../ui/format/money.tsx'
import { useClosedBookText } from './closed-book.ts'
import { isEnteredByHand } from './entered-by-hand.ts'

/**
 * What the dialog says before a donation is deleted. `sentence` says where the donation of this name
 * disappears. On our server, the dialog also says which donation is meant and what happens to its receipt.
 */
export function useDonationDeletionDialog(sentence: (name: string) => string) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const isExtended = useIsExtended()
  const closedBookText = useClosedBookText()
  const slipDialog = useSlipDialog()
  const seesReceipts = mayOpen(useMe() ?? {}, 'Donations')

  function effects(donation: DonationEntry): string[] {
    const receiptNumber = donation.receipt?.number
    if (!isEnteredByHand(donation)) return receiptOnline(donation)
    // An earlier server says none of it.
    if (!donation.offlineGift?.receivedOn) return []
    const { hasReceipt, receivedOn, booksClosedUpTo } = donation.offlineGift
    const cancelled = receiptNumber
      ? t`Its receipt ${receiptNumber} will be cancelled, and the number is not used again.`
      : t`Its receipt will be cancelled, and the number is not used again.`
    const bookText = closedBookText({ kind: 'deletion', days: [receivedOn], closedUpTo: booksClosedUpTo })
    return [...(hasReceipt ? [cancelled, t`If you restore the gift, it gets a new receipt.`] : []), bookText]
  }

  function receiptOnline({ receipt, localStatus }: DonationEntry): string[] {
    // The receipt of a refunded donation says CANCELLED anyway.
    if (!isSuccessful(localStatus)) return []
    const receiptNumber = receipt?.number
    if (receiptNumber) return [t`Until this is restored, its receipt ${receiptNumber} says CANCELLED.`]
    return seesReceipts ? [] : [t`If it has a receipt, the receipt says CANCELLED until this is restored.`]
  }

  function nameOf({ donorName, amount, currency, createdAt }: DonationEntry): string {
    const name = donorName || t`Anonymous`
    if (!isExtended) return name
    const day = formatDate(createdAt, 'date', timeZone, i18n.locale)
    // The amount of goods is 0.
    return `${name} (${amount ? `${formatMoney(amount, currency, i18n.locale)}, ` : ''}${day})`
  }

  return {
    question: (donation: DonationEntry) =>
      [sentence(nameOf(donation)), ...(isExtended ? effects(donation) : [])].filter(Boolean).join(' '),
    obstacle: ({ offlineGift }: DonationEntry) =>
      isExtended && offlineGift?.heldBySlip
        ? slipDialog(t`This cannot be deleted yet`, offlineGift.heldBySlip)
        : undefined,
  }
}

/** Says that a deposit slip must be cancelled first, and opens it if its id is known. */
export function useSlipDialog(): (title: string, slipId: string | true) => Promise<void> {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { confirm, notice } = useConfirm()
  const mayCancel = useMayInDonations('cancel')
  return async (title, slipId) => {
    const text = t`It was taken to the bank on a deposit slip. The deposit slip must be cancelled first.`
    if (!mayCancel || slipId === true)
      return notice({ title, text: `${text} ${t`Ask someone who may open Donations.`}`, tone: 'warning' })
    const isToOpen = await confirm({ title, text, confirmLabel: t`Open the deposit slip` })
    if (isToOpen) await navigate({ to: '/deposits', search: { open: slipId } })
  }
}
