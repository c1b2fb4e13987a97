import type { HoldReason } from '@sevadesk/contract/held-payment-schemas.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { hasAudit, insertAudit } from '../audit/audit-store.ts'
import { cancelAttempt } from '../rate-limits/rate-limit-store.ts'
import { issueReceipt } from '../receipts/receipt-service.ts'
import { captureTime } from './capture-time.ts'
import * as heldPayments from './held-payment-store.ts'
import {
  involvesMoney,
  laterStatus,
  type Payment,
  type PaymentStatus,
  statusOf,
  wasCaptured,
} from './payment-status.ts'
import * as store from './payment-store.ts'

export type RecordDependencies = Pick<AppDependencies, 'config' | 'trust'>

/**
 * `foreign`: no donation has the order. `held`: not recorded; a person must check the payment, and
 * the list of held payments gives the reason.
 */
export type RecordOutcome = 'recorded' | 'foreign' | 'held'

/**
 * Records the reported state of a payment. All online payments are recorded here. Late, repeated
 * and out-of-order reports lead to the same result.
 */
export async function recordPayment(
  transaction: Db,
  dependencies: RecordDependencies,
  payment: Payment,
): Promise<RecordOutcome> {
  const donation = await lockDonation(transaction, payment)
  if (!donation) return 'foreign'
  const status = statusOf(payment)
  if (status === undefined) return 'recorded'
  const mismatch = await findMismatch(transaction, donation, payment, status)
  if (mismatch) return recordMismatch(transaction, donation, payment, { status, mismatch })
  if (wasCaptured(status) && !wasCaptured(donation.status)) {
    await recordCapture(transaction, dependencies, donation, payment)
  }
  if (!wasCaptured(status) && !wasCaptured(donation.status) && payment.observedAt) {
    await store.upsertUncaptured(transaction, {
      paymentId: payment.id,
      donationId: donation.id,
      at: payment.observedAt,
    })
  }
  const isRefund = status === 'refunded' && donation.status !== 'refunded'
  if (isRefund || (!wasCaptured(status) && laterStatus(donation.status, status) !== donation.status)) {
    await store.updatePayment(transaction, donation.id, { status, paymentId: payment.id, method: payment.method })
  }
  await recordRefund(transaction, donation, payment, { isWhole: isRefund })
  return 'recorded'
}

/** A second payment of a paid order may have become a donation of its own (decision 36). */
async function lockDonation(transaction: Db, payment: Payment): Promise<store.DonationRow | undefined> {
  const ordered = await store.lockDonationOfOrder(transaction, payment.orderId)
  const isSecond = ordered && wasCaptured(ordered.status) && ordered.payment_id !== payment.id
  return (isSecond && (await store.lockSeparateDonation(transaction, payment.id))) || ordered
}

async function recordCapture(
  transaction: Db,
  dependencies: RecordDependencies,
  donation: store.DonationRow,
  payment: Payment,
): Promise<void> {
  const { id, method, createdAt: startedAt, capturedAt: reportedAt } = payment
  const orderedAt = new Date(donation.created_at)
  const uncapturedAt = await store.deleteUncaptured(transaction, id)
  const capturedAt = captureTime({ reportedAt, startedAt, uncapturedAt, orderedAt }, new Date())
  await store.updatePayment(transaction, donation.id, { status: 'captured', paymentId: id, method, capturedAt })
  await cancelAttempt(transaction, donation.id)
  if (donation.deleted_at !== null) await restoreDeleted(transaction, donation, payment)
  await issueReceipt(transaction, dependencies, { donationId: donation.id, capturedAt })
}

/** The donation was deleted while unpaid. Now it is paid, so lists and totals must include it. */
async function restoreDeleted(transaction: Db, { id }: store.DonationRow, payment: Payment): Promise<void> {
  await store.restoreDonation(transaction, id)
  const details = { reason: 'its payment was captured after it was deleted', paymentId: payment.id }
  await insertAudit(transaction, { actor: null, action: 'donation.restored', subjectId: id, details })
}

/** Reasons in the audit log. */
const REASONS: Readonly<Record<HoldReason, string>> = {
  'amount-differs': 'its amount is not that of the order',
  'order-paid': 'the order was paid by another payment',
  'payment-of-another': 'another donation has this payment',
}

/** Returns why the payment cannot be recorded for the donation; undefined if it can. */
async function findMismatch(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  status: PaymentStatus,
): Promise<HoldReason | undefined> {
  const { amount, currency } = donation
  const isAnother = donation.payment_id !== null && donation.payment_id !== payment.id
  if (wasCaptured(donation.status) && wasCaptured(status) && isAnother) return 'order-paid'
  if (payment.amount !== amount || payment.currency !== currency) return 'amount-differs'
  const other = await store.findDonationOfPayment(transaction, payment.id)
  return other && other.id !== donation.id ? 'payment-of-another' : undefined
}

/** Holds the payment for a person to check, and resolves it once refunded or cancelled. */
async function recordMismatch(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { status, mismatch }: { status: PaymentStatus; mismatch: HoldReason },
): Promise<RecordOutcome> {
  const isReturned = status === 'refunded' || status === 'cancelled'
  if (!isReturned && !involvesMoney(status)) return 'recorded'
  const held = await heldPayments.findHeldPayment(transaction, donation.id, payment.id)
  if (isReturned) await resolveReturned(transaction, donation, payment, { held, status })
  else await holdPayment(transaction, donation, payment, { held, reported: status, reason: mismatch })
  const heldId = await heldPayments.findOpenHeldPayment(transaction, donation.id)
  if (heldId !== donation.held_payment_id) await heldPayments.updateHeldPaymentOf(transaction, donation.id, heldId)
  return isReturned ? 'recorded' : 'held'
}

async function holdPayment(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  {
    held,
    reported,
    reason,
  }: { held: heldPayments.HeldPaymentRow | undefined; reported: PaymentStatus; reason: HoldReason },
): Promise<void> {
  const status = laterStatus(held?.status ?? null, reported)
  if (held && held.held_at !== null && held.status === status) return
  await heldPayments.upsertHeldPayment(transaction, {
    payment_id: payment.id,
    donation_id: donation.id,
    status,
    held_at: held?.held_at ?? new Date().toISOString(),
    resolved_at: held?.resolved_at ?? null,
    reason,
    amount: payment.amount,
    currency: payment.currency,
  })
  const details = {
    reason: REASONS[reason],
    orderId: payment.orderId,
    paymentId: payment.id,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    ordered: { amount: donation.amount, currency: donation.currency },
  }
  await insertAudit(transaction, { actor: null, action: 'payment.held', subjectId: donation.id, details })
}

async function resolveReturned(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { held, status }: { held: heldPayments.HeldPaymentRow | undefined; status: PaymentStatus },
): Promise<void> {
  if (held && held.resolved_at !== null) return
  await heldPayments.upsertHeldPayment(transaction, {
    payment_id: payment.id,
    donation_id: donation.id,
    status,
    held_at: held?.held_at ?? null,
    resolved_at: new Date().toISOString(),
    reason: held?.reason ?? null,
    amount: payment.amount,
    currency: payment.currency,
  })
  const details = { paymentId: payment.id }
  await insertAudit(transaction, { actor: null, action: 'payment.resolved', subjectId: donation.id, details })
}

async function recordRefund(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const isInPart = statusOf(payment) === 'captured' && payment.refundedAmount > 0
  if (!isWhole && !isInPart) return
  const action = isWhole ? 'donation.refunded' : 'donation.refunded-in-part'
  const details = { paymentId: payment.id, amount: payment.refundedAmount, currency: payment.currency }
  await store.updateRefund(transaction, donation.id, payment.refundedAmount)
  const entry = { actor: null, action, subjectId: donation.id, details }
  // The same refund may be reported by several events.
  if (!(await hasAudit(transaction, entry))) await insertAudit(transaction, entry)
}
