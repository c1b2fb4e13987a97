import { Trans, useLingui } from '@lingui/react/macro'
import { isSuccessful } from '@sevadesk/contract/donations/donation-status.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { type Ref, useId, useRef, useState } from 'react'
import Download from '~icons/lucide/download'
import Eye from '~icons/lucide/eye'
import Pencil from '~icons/lucide/pencil'
import Trash from '~icons/lucide/trash'
import { DonationStatus } from '../../../records/donation-status.tsx'
import { isEnteredByHand } from '../../../records/entered-by-hand.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { usePaymentMethod } from '../../../records/payment-method.ts'
import { useIsExtended, useMayInDonations } from '../../../session/use-me.ts'
import { Button } from '../../../ui/base/button.tsx'
import { toast } from '../../../ui/base/toast.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { QueryError } from '../../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { EmailLink, PhoneLink } from '../../../ui/format/contact-links.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { formatMoney, Money } from '../../../ui/format/money.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { DetailField } from '../../../ui/layout/detail-field.tsx'
import { ChequeSteps } from '../gifts/cheque-steps.tsx'
import { GiftDetails, useLeafText } from '../gifts/gift-details.tsx'
import { useGift } from '../gifts/gift-queries.ts'
import { GiftReceipts } from '../gifts/gift-receipts.tsx'
import { OutdatedReceipt } from '../gifts/outdated-receipt.tsx'
import { useGiftDeletion } from '../gifts/use-gift-deletion.ts'
import { useDonorName } from '../list/donation-columns.tsx'
import { type Donation, useDonation, useShowPan } from '../list/donation-queries.ts'
import styles from './donation-details.module.css'
import { useReceiptDownload, useRenewOnlineReceipt } from './receipt-queries.ts'

interface DonationDetailsProps {
  donation: Donation
  /** Deletes a gift that was entered by hand. */
  onDelete: ReturnType<typeof useGiftDeletion>
  onClose: () => void
}

/** The content of the dialog. */
function DonationDetails({ donation, onDelete, onClose }: DonationDetailsProps) {
  const { t } = useLingui()
  const { amount, currency } = donation
  const reasonId = useId()
  const receiptButton = useRef<HTMLButtonElement>(null)
  const isExtended = useIsExtended()
  const mayEnter = useMayInDonations('enter')
  const mayCancel = useMayInDonations('cancel')
  const missingReceipt = useMissingReceipt()
  const leafText = useLeafText()
  const isByHand = isExtended && isEnteredByHand(donation)
  const { data: gift } = useGift(isByHand ? donation._id : undefined)

  return (
    <>
      <p className={styles.sum}>
        <span className={styles.amount}>
          {gift?.mode === 'in_kind' ? gift.item : <Money amount={amount} currency={currency} />}
        </span>
        <DonationStatus donation={donation} />
      </p>
      {!donation.receipt && (
        <p id={reasonId} className={styles.reason}>
          {(!gift?.bouncedOn && leafText(gift)) || missingReceipt(donation)}
        </p>
      )}
      <Notices donation={donation} />
      {isExtended && !isByHand && <OnlineReceipt id={donation._id} onRenewed={() => receiptButton.current?.focus()} />}
      {gift && <GiftReceipts gift={gift} />}
      {gift && mayEnter && <ChequeSteps gift={gift} />}
      <Fields donation={donation} gift={gift} />
      <Ids donation={donation} isByHand={gift !== undefined} />
      {gift && mayCancel && (
        <p data-print="no">
          <Button variant="quiet" icon={<Trash aria-hidden="true" />} onClick={() => onDelete(donation)}>
            {t({ message: 'Delete', context: 'a gift' })}
          </Button>
        </p>
      )}
      <div className={styles.actions} data-print="no">
        <Button onClick={onClose}>{t`Close`}</Button>
        {gift?.bouncedOn === null && mayEnter && <EditLink gift={gift} />}
        <ReceiptButton ref={receiptButton} donation={donation} reasonId={reasonId} />
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

/** `gift` is set if the donation was entered by hand. */
function Fields({ donation, gift }: { donation: Donation; gift: Gift | undefined }) {
  const { t } = useLingui()
  const { donorEmail, donorPhone, purpose, purposeGiven, donorAddress, donorPan, receipt } = donation
  const { createdAt, updatedAt, settlement, offlineGift, donorId } = donation
  const donor = useDonorName()(donation)
  const method = usePaymentMethod()(donation.paymentMethod)
  const isExtended = useIsExtended()
  return (
    <dl className={styles.fields}>
      {!gift && receipt && <DetailField name={t`Receipt number`}>{receipt.number}</DetailField>}
      <DetailField name={t`Donor`}>
        {isExtended && donorId !== '' ? <DonorRecordLink id={donorId} name={donor} /> : donor}
      </DetailField>
      <DetailField name={t`Email`}>{donorEmail && <EmailLink address={donorEmail} />}</DetailField>
      <DetailField name={t`Phone`}>{donorPhone && <PhoneLink number={donorPhone} />}</DetailField>
      {donorAddress && <DetailField name={t`Address`}>{donorAddress}</DetailField>}
      {donorPan && <PanField key={`${donation._id} ${donorPan}`} donation={donation} />}
      <DetailField name={t`Purpose`}>{purpose}</DetailField>
      {purposeGiven && <DetailField name={t`Purpose as written`}>{purposeGiven}</DetailField>}
      <DetailField name={t`Payment mode`}>{method}</DetailField>
      {gift ? (
        <GiftDetails gift={gift} />
      ) : (
        settlement && (
          <DetailField name={t`Settled`}>
            <DateTime moment={settlement.settledAt} />
            {settlement.utr !== '' && ` · UTR ${settlement.utr}`}
          </DetailField>
        )
      )}
      {!gift && (
        <DetailField name={t`Created`}>
          <DateTime moment={createdAt} format={offlineGift ? 'date' : 'date-time'} />
        </DetailField>
      )}
      <DetailField name={t`Updated`}>
        <DateTime moment={updatedAt} format="date-time" />
        {isExtended && donation._id !== '' && (
          <>
            {' · '}
            <HistoryLink kind="donation" id={donation._id} name={donor} look="text" />
          </>
        )}
      </DetailField>
    </dl>
  )
}

interface IdsProps {
  donation: Donation
  /** It has no payment at Razorpay. */
  isByHand: boolean
}

/** What few users look for. */
function Ids({ donation: { _id, razorpay }, isByHand }: IdsProps) {
  const { t } = useLingui()
  return (
    <details className={styles.ids}>
      <summary>{t({ message: 'IDs', context: 'of a donation and its payment' })}</summary>
      <dl className={styles.fields}>
        {!isByHand && <DetailField name={t`Order ID`}>{razorpay.orderId}</DetailField>}
        {!isByHand && <DetailField name={t`Payment ID`}>{razorpay.paymentId}</DetailField>}
        <DetailField name={t`Donation ID`}>{_id}</DetailField>
      </dl>
    </details>
  )
}

function DonorRecordLink({ id, name }: { id: string; name: string }) {
  const { href, onClick } = useLinkProps({ to: '/donors', search: { open: id } })
  return (
    <a href={href} onClick={onClick}>
      {name}
    </a>
  )
}

function EditLink({ gift }: { gift: Gift }) {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/donations/$id/edit', params: { id: gift._id } })
  return (
    <ButtonLink href={href} onClick={onClick} icon={<Pencil aria-hidden="true" />}>
      {t({ message: 'Correct', context: 'a gift' })}
    </ButtonLink>
  )
}

interface ReceiptButtonProps {
  ref: Ref<HTMLButtonElement>
  donation: Donation
  reasonId: string
}

/** Without a receipt the button is muted but enabled: a press shows the specified toast. */
function ReceiptButton({ ref, donation, reasonId }: ReceiptButtonProps) {
  const { t } = useLingui()
  const { save, isPending } = useReceiptDownload()
  const { receipt } = donation

  function saveIfAny() {
    if (receipt) save({ ...donation, receipt })
    else toast.error(t`No receipt available for this donation.`)
  }

  return (
    <Button
      ref={ref}
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

/** Lists do not say whether the receipt of a donation that was paid online is outdated; the donation itself does. */
function OnlineReceipt({ id, onRenewed }: { id: string; onRenewed: () => void }) {
  const renew = useRenewOnlineReceipt()
  const { data: donation } = useDonation(id)
  if (!donation) return null
  return (
    <OutdatedReceipt
      number={donation.receipt?.number}
      fields={donation.outdatedOnReceipt}
      isPending={renew.isPending}
      onConfirm={() => renew.mutate(id, { onSuccess: onRenewed })}
    />
  )
}

/** Says why a donation has no receipt, as far as the backend's way of issuing them is known. */
function useMissingReceipt(): (donation: Pick<Donation, 'localStatus' | 'paymentMethod' | 'lostAmount'>) => string {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  return ({ localStatus, paymentMethod, lostAmount }) => {
    const status = localStatus.toLowerCase()
    if (paymentMethod === 'in_kind') return t`No receipt: a gift in kind has none with a number.`
    if (paymentMethod === 'collection') return t`No receipt: a collection has no donor.`
    if (status === 'pending' && CLEARED_MODES.some((mode) => mode === paymentMethod)) {
      return t`No receipt yet: it is issued when the bank has cleared the cheque or draft.`
    }
    if (status === 'pending' || status === 'created') {
      return t`No receipt yet: the payment has not been received.`
    }
    if (!isSuccessful(status) && status !== 'refunded') return t`No receipt: this donation is not successful.`
    if (!isExtended) return t`No receipt: the server has none for this donation.`
    if (status === 'authorized') {
      return t`No receipt yet: the payment is approved but not received. The receipt is issued when it is received.`
    }
    if (lostAmount) return t`No receipt: it was cancelled because the dispute was lost.`
    return t`No receipt: none was issued when this donation was recorded.`
  }
}

/** The PAN of a donation, masked by our server until the user asks for it. */
function PanField({ donation: { _id, donorPan } }: { donation: Donation }) {
  const { t } = useLingui()
  const full = useShowPan()
  const isExtended = useIsExtended()
  const isFull = full.data !== undefined
  return (
    <DetailField name={t`PAN`}>
      <span ref={isFull ? focusIfLost : undefined} tabIndex={-1}>
        {full.data || donorPan}
      </span>
      {isExtended && !isFull && donorPan.startsWith('•') && (
        <span className={styles.masked} data-print="no">
          <Button icon={<Eye aria-hidden="true" />} isPending={full.isPending} onClick={() => full.mutate(_id)}>
            {t`Show the PAN in full`}
          </Button>
          <span className={styles.quiet}>{t`The history records that you opened it.`}</span>
        </span>
      )}
    </DetailField>
  )
}

/** The button that had focus is gone. Focus on the PAN has it read out. */
function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement?.matches('[role="dialog"]')) element?.focus()
}

interface DonationDialogProps {
  id: string
  /** The loaded rows of the list. */
  rows: readonly Donation[] | undefined
  onClose: () => void
}

/** The details of a donation in the list, or of any other if the backend returns single donations. */
export function DonationDialog({ id, rows, onClose }: DonationDialogProps) {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  const row = rows?.find((donation) => donation.id === id)
  const query = useDonation(isExtended && !row ? id : undefined)
  const [lastRow, setLastRow] = useState(row)
  if (row && row !== lastRow) setLastRow(row)
  // A row that has left the list stays while its donation loads.
  const deleteGift = useGiftDeletion(rows ?? [], onClose)
  const donation = row ?? (query.data === undefined && lastRow?.id === id ? lastRow : query.data)
  if (!donation && !isExtended) return null
  return (
    <Dialog isOpen isDismissable title={t`Donation details`} onClose={onClose}>
      {donation ? (
        <DonationDetails donation={donation} onDelete={deleteGift} onClose={onClose} />
      ) : (
        <Missing query={query} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Missing({ query, onClose }: { query: ReturnType<typeof useDonation>; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error } = query
  const close = (
    <div className={styles.actions}>
      <Button onClick={onClose}>{t`Close`}</Button>
    </div>
  )
  if (data === null) {
    return (
      <>
        <p>{t`There is no such donation, or it has been deleted.`}</p>
        {close}
      </>
    )
  }
  if (error) {
    return (
      <>
        <QueryError title={t`Could not load the donation.`} query={query} onRetry={() => void query.refetch()} />
        {close}
      </>
    )
  }
  return (
    <Loading label={t`Loading...`}>
      <Skeleton />
    </Loading>
  )
}
