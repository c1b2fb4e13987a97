import { useLingui } from '@lingui/react/macro'
import type { HoldReason } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { ErrorLine } from '../../../ui/feedback/error-state.tsx'
import { ContactLinks } from '../../../ui/format/contact-links.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { formatMoney, Money } from '../../../ui/format/money.tsx'
import { useDonorName } from '../list/donation-columns.tsx'
import {
  type HeldPayment,
  useMarkHeldPaymentRefunded,
  useRecordHeldPayment,
  useRemoveHeldPayment,
} from './held-payment-queries.ts'
import styles from './held-payments.module.css'

interface HeldPaymentItemProps {
  held: HeldPayment
  onResolved: () => void
}

/** One held payment with its reason and two ways to resolve it. */
export function HeldPaymentItem({ held, onResolved }: HeldPaymentItemProps) {
  const { t, i18n } = useLingui()
  const { confirm } = useConfirm()
  const record = useRecordHeldPayment()
  const removal = useRemoveHeldPayment()
  const markRefunded = useMarkHeldPaymentRefunded()
  const isPending = record.isPending || removal.isPending || markRefunded.isPending
  const { amount, currency, donorEmail, donorPhone, paymentId } = held
  const donor = useDonorName()({ donorName: held.donorName ?? '' })
  const sum = formatMoney(amount, currency, i18n.locale)
  const reason = useReason(held)
  const isOfAnother = held.reason === ('payment-of-another' satisfies HoldReason)
  const failure = (record.error ?? removal.error ?? markRefunded.error)?.message

  async function askAndRecord() {
    const confirmed = await confirm({
      title: t`Record this payment?`,
      text: t`${sum} from ${donor} will be recorded as a donation with a receipt.`,
      confirmLabel: t`Record`,
    })
    if (!confirmed) return
    markRefunded.reset()
    record.mutate(held, { onSuccess: onResolved })
  }

  function remove() {
    markRefunded.reset()
    removal.mutate(held, { onSuccess: onResolved })
  }

  async function askAndMarkRefunded() {
    const confirmed = await confirm({
      title: t`Mark this payment as refunded?`,
      text: t`${sum} from ${donor} will leave this list. No donation is recorded.`,
      confirmLabel: t`Mark as refunded`,
    })
    if (!confirmed) return
    record.reset()
    removal.reset()
    markRefunded.mutate(held, { onSuccess: onResolved })
  }

  return (
    <li className={styles.item}>
      <p className={styles.facts}>
        <strong>
          <Money amount={amount} currency={currency} />
        </strong>
        <span>{donor}</span>
        <ContactLinks email={donorEmail ?? ''} phone={donorPhone ?? ''} />
        <span className={styles.quiet}>
          <DateTime moment={held.heldAt} />
        </span>
      </p>
      <p>{reason}</p>
      <p className={styles.quiet}>{t`Payment ID: ${paymentId}`}</p>
      <div className={styles.actions}>
        {isOfAnother ? (
          <Button isPending={removal.isPending} onClick={() => isPending || remove()}>
            {t`Remove from list`}
          </Button>
        ) : (
          <Button isPending={record.isPending} onClick={() => isPending || void askAndRecord()}>
            {t`Record with Razorpay’s amount`}
          </Button>
        )}
        <Button isPending={markRefunded.isPending} onClick={() => isPending || void askAndMarkRefunded()}>
          {t`Mark as refunded`}
        </Button>
      </div>
      {failure && <ErrorLine>{failure}</ErrorLine>}
    </li>
  )
}

function useReason({ reason, amount, currency, orderedAmount, orderedCurrency }: HeldPayment): string {
  const { t, i18n } = useLingui()
  const paid = formatMoney(amount, currency, i18n.locale)
  const ordered = formatMoney(orderedAmount, orderedCurrency, i18n.locale)
  switch (reason as HoldReason) {
    case 'amount-differs':
      return t`${paid} was paid, but the donor had chosen ${ordered}.`
    case 'order-paid':
      return t`The donor paid twice. Recording this payment adds a second donation.`
    case 'payment-of-another':
      return t`Another donation already has this payment.`
    case 'foreign-donor':
      return t`The donor is a foreign citizen, and the trust’s FCRA registration is not set. Record it only if the trust may take it.`
    case 'foreign-card':
      return t`The card was issued abroad, and the trust’s FCRA registration is not set. Record it only if the donor is an Indian citizen, or the trust may take it.`
    default:
      return t`This payment does not match its donation.`
  }
}
