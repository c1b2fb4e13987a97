import { Trans, useLingui } from '@lingui/react/macro'
import { statusLabel, statusTone } from '@sevadesk/contract/donation-status.ts'
import { type ReactNode, useId } from 'react'
import Download from '~icons/lucide/download'
import { HistoryLink } from '../../address/history-link.tsx'
import { useHasHistory } from '../../session/use-has-history.ts'
import { Button } from '../../ui/base/button.tsx'
import { toast } from '../../ui/base/toast.tsx'
import { isDoubleClick } from '../../ui/dialog/double-click.ts'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatMoney, Money, UNKNOWN } from '../../ui/format/money.tsx'
import { StatusBadge } from '../../ui/format/status-badge.tsx'
import { useDonorName } from './donation-columns.tsx'
import styles from './donation-details.module.css'
import type { Donation } from './donation-queries.ts'
import { useMissingReceipt } from './missing-receipt.ts'
import { usePaymentMethod } from './payment-method.ts'
import { useReceiptDownload } from './receipt-queries.ts'

interface DonationDetailsProps {
  donation: Donation
  onClose: () => void
}

/** The content of the dialog. */
export function DonationDetails({ donation, onClose }: DonationDetailsProps) {
  const { t } = useLingui()
  const { amount, currency, localStatus } = donation
  const reasonId = useId()
  const missingReceipt = useMissingReceipt()
  return (
    <>
      <p className={styles.sum}>
        <span className={styles.amount}>
          <Money amount={amount} currency={currency} />
        </span>
        <StatusBadge label={statusLabel(localStatus)} tone={statusTone(localStatus)} />
      </p>
      <Notices donation={donation} />
      <Fields donation={donation} />
      {!donation.receipt && (
        <p id={reasonId} className={styles.reason}>
          {missingReceipt(donation)}
        </p>
      )}
      <div className={styles.actions} data-print="no">
        <Button onClick={onClose}>{t`Close`}</Button>
        <ReceiptButton donation={donation} reasonId={reasonId} />
      </div>
    </>
  )
}

function Notices({ donation }: { donation: Donation }) {
  const { i18n, t } = useLingui()
  const { amount, currency, refundedAmount = 0, heldPaymentId } = donation
  const isInPart = refundedAmount > 0 && (amount === undefined || refundedAmount < amount)
  const refunded = formatMoney(refundedAmount, currency, i18n.locale)
  return (
    <>
      {isInPart && <p className={styles.notice}>{t`Refunded in part: ${refunded}`}</p>}
      {heldPaymentId && (
        <p className={styles.notice}>
          <Trans>Payment {heldPaymentId} was not recorded for this donation. Check it on Razorpay.</Trans>
        </p>
      )}
    </>
  )
}

function Fields({ donation }: { donation: Donation }) {
  const { t } = useLingui()
  const { donorEmail, donorPhone, purpose, donorAddress, donorPan, razorpay, receipt, createdAt, updatedAt } = donation
  const donor = useDonorName()(donation)
  const method = usePaymentMethod()(donation.paymentMethod)
  const hasHistory = useHasHistory()
  return (
    <dl className={styles.fields}>
      <Field name={t`Donor`}>{donor}</Field>
      <Field name={t`Email`}>{donorEmail && <EmailLink address={donorEmail} />}</Field>
      <Field name={t`Phone`}>{donorPhone && <PhoneLink number={donorPhone} />}</Field>
      {donorAddress && <Field name={t`Address`}>{donorAddress}</Field>}
      {donorPan && <Field name={t`PAN`}>{donorPan}</Field>}
      <Field name={t`Purpose`}>{purpose}</Field>
      <Field name={t`Payment mode`}>{method}</Field>
      <Field name={t`Order ID`}>{razorpay.orderId}</Field>
      <Field name={t`Payment ID`}>{razorpay.paymentId}</Field>
      <Field name={t`Donation ID`}>{donation._id}</Field>
      <Field name={t`Created`}>
        <DateTime moment={createdAt} format="date-time" />
      </Field>
      <Field name={t`Updated`}>
        <DateTime moment={updatedAt} format="date-time" />
        {hasHistory && donation._id !== '' && (
          <>
            {' · '}
            <HistoryLink kind="donation" id={donation._id} name={donor} look="text" />
          </>
        )}
      </Field>
      <Field name={t`Receipt number`}>{receipt?.number}</Field>
    </dl>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <dt>{name}</dt>
      <dd>{children || UNKNOWN}</dd>
    </div>
  )
}

/** Without a receipt the button is muted but enabled: a press shows the specified toast. */
function ReceiptButton({ donation, reasonId }: { donation: Donation; reasonId: string }) {
  const { t } = useLingui()
  const { save, isPending } = useReceiptDownload()
  const { receipt } = donation

  function saveIfAny() {
    if (receipt) save({ ...donation, receipt })
    else toast.error(t`No receipt available for this donation.`)
  }

  return (
    <Button
      variant={receipt ? 'primary' : 'muted'}
      aria-describedby={receipt ? undefined : reasonId}
      icon={<Download aria-hidden="true" />}
      isPending={isPending}
      pendingLabel={t`Downloading...`}
      onClick={(event) => isDoubleClick(event) || saveIfAny()}
    >
      {t`Download receipt`}
    </Button>
  )
}
