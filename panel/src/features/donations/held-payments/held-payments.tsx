import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { HoldReason } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import { useId, useRef, useState } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import { useMayInDonations } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { ErrorLine } from '../../../ui/feedback/error-state.tsx'
import { ContactLinks } from '../../../ui/format/contact-links.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { formatMoney, Money } from '../../../ui/format/money.tsx'
import { pageHeading } from '../../../ui/layout/page-header.tsx'
import { withUniqueKeys } from '../../../ui/table/row-id.ts'
import { useDonorName } from '../list/donation-columns.tsx'
import {
  type HeldPayment,
  useHeldPayments,
  useMarkHeldPaymentRefunded,
  useRecordHeldPayment,
  useRemoveHeldPayment,
} from './held-payment-queries.ts'
import styles from './held-payments.module.css'

/**
 * Payments that were received but not recorded: a line with their number that opens the list.
 * Renders nothing if there are none, or if the backend does not list them.
 */
export function HeldPayments() {
  const { t } = useLingui()
  const { data, isError, isFetching, refetch } = useHeldPayments()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const listId = useId()

  if (!data && isError) {
    return (
      <p className={styles.failed}>
        {t`Could not load the payments to check.`}{' '}
        <Button variant="quiet" isPending={isFetching} onClick={() => void refetch()}>{t`Try again`}</Button>
      </p>
    )
  }
  if (!data || data.total === 0) return null
  const { rows, total } = data

  /** The resolved payment leaves the list, and with the last one the line. */
  function focusAfterResolving() {
    if (total > 1) opener.current?.focus()
    else pageHeading()?.focus()
  }

  return (
    <section className={styles.section} aria-label={t`Payments to check`} data-print="no">
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown aria-hidden="true" />
        {t`${plural(total, { one: '# payment to check', other: '# payments to check' })}`}
      </button>
      {isOpen && (
        <div id={listId} className={styles.part}>
          <p className={styles.purpose}>{t`Check each of these payments on Razorpay.`}</p>
          <ul className={styles.list}>
            {withUniqueKeys(rows).map(([key, held]) => (
              <HeldPaymentItem key={key} held={held} onResolved={focusAfterResolving} />
            ))}
          </ul>
          {total > rows.length && <p className={styles.purpose}>{t`The oldest ${rows.length} are shown.`}</p>}
        </div>
      )}
    </section>
  )
}

/** A user only takes them off the list. */
const REMOVABLE: readonly HoldReason[] = ['payment-of-another', 'refund-unknown']
/** A report of Razorpay ends them, no user. */
const SHOWN_ONLY: readonly HoldReason[] = ['disputed', 'refund-exceeds']

interface HeldPaymentItemProps {
  held: HeldPayment
  onResolved: () => void
}

/** One held payment with its reason and two ways to resolve it. */
function HeldPaymentItem({ held, onResolved }: HeldPaymentItemProps) {
  const { t, i18n } = useLingui()
  const mayEnter = useMayInDonations('enter')
  const { confirm } = useConfirm()
  const record = useRecordHeldPayment()
  const removal = useRemoveHeldPayment()
  const markRefunded = useMarkHeldPaymentRefunded()
  const isPending = record.isPending || removal.isPending || markRefunded.isPending
  const { amount, currency, donorEmail, donorPhone, paymentId } = held
  const donor = useDonorName()({ donorName: held.donorName ?? '' })
  const sum = formatMoney(amount, currency, i18n.locale)
  const reason = useReason(held)
  const isRemovable = REMOVABLE.some((removable) => removable === held.reason)
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
      {held.isDisputed && held.reason !== ('disputed' satisfies HoldReason) && (
        <p>{t`The donor’s bank disputes this payment. Answer on Razorpay’s dashboard in time.`}</p>
      )}
      <p className={styles.quiet}>{t`Payment ID: ${paymentId}`}</p>
      {mayEnter && !SHOWN_ONLY.some((shown) => shown === held.reason) && (
        <div className={styles.actions}>
          {isRemovable ? (
            <Button isPending={removal.isPending} onClick={() => isPending || remove()}>
              {t`Remove from list`}
            </Button>
          ) : (
            <Button isPending={record.isPending} onClick={() => isPending || void askAndRecord()}>
              {t`Record with Razorpay’s amount`}
            </Button>
          )}
          {held.reason !== ('refund-unknown' satisfies HoldReason) && (
            <Button isPending={markRefunded.isPending} onClick={() => isPending || void askAndMarkRefunded()}>
              {t`Mark as refunded`}
            </Button>
          )}
        </div>
      )}
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
    case 'disputed':
      return t`The donor’s bank disputes this payment. Answer on Razorpay’s dashboard in time; the payment leaves this list when Razorpay reports the outcome.`
    case 'refund-unknown':
      return t`Razorpay reported that a refund of this payment failed, but the account that is set does not have this payment. Check it on the dashboard of the account that received it, then remove it from this list.`
    case 'refund-exceeds':
      return t`Razorpay reported a refund that is larger than this payment, so it was not recorded. Check it on Razorpay’s dashboard; it leaves this list when Razorpay reports the right amount.`
    default:
      return t`This payment does not match its donation.`
  }
}
