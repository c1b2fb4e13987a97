import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { hasAudit, insertAudit } from '../audit/audit-store.ts'
import { issueReceipt } from '../receipts/receipt-service.ts'
import { captureTime } from './capture-time.ts'
import { isMoney, laterStatus, type Payment, type PaymentStatus, statusOf, wasCaptured } from './payment-status.ts'
import * as store from './payment-store.ts'

export type RecordParts = Pick<AppDependencies, 'config' | 'trust'>

/** `foreign`: no order of ours. `held`: not recorded, because a person must look at it; the audit log says why. */
export type Recorded = 'recorded' | 'foreign' | 'held'

/**
 * Takes in what is known of a payment, in a transaction: the one way in which money gets into the books. What comes late, twice, or out of
 * order leaves the same behind.
 */
export async function recordPayment(transaction: Db, parts: RecordParts, payment: Payment): Promise<Recorded> {
  const donation = await store.lockDonationOfOrder(transaction, payment.orderId)
  if (!donation) return 'foreign'
  const told = statusOf(payment)
  if (told === undefined) return 'recorded'
  const doubt = await findDoubt(transaction, donation, payment, told)
  if (doubt) return recordDoubt(transaction, donation, payment, { told, doubt })
  if (wasCaptured(told) && !wasCaptured(donation.status)) {
    await recordCapture(transaction, parts, donation, payment)
  }
  if (!wasCaptured(told) && !wasCaptured(donation.status) && payment.saidAt) {
    await store.upsertUncaptured(transaction, {
      paymentId: payment.id,
      donationId: donation.id,
      at: payment.saidAt,
    })
  }
  const isRefund = told === 'refunded' && donation.status !== 'refunded'
  if (isRefund || (!wasCaptured(told) && laterStatus(donation.status, told) !== donation.status)) {
    await store.updatePayment(transaction, donation.id, { status: told, paymentId: payment.id, method: payment.method })
  }
  await noteRefund(transaction, donation, payment, { isWhole: isRefund })
  return 'recorded'
}

/** The money is the trust's: the donation and its receipt say so together, or neither does. */
async function recordCapture(
  transaction: Db,
  parts: RecordParts,
  donation: store.DonationRow,
  payment: Payment,
): Promise<void> {
  const { id, method, createdAt: begunAt, capturedAt: toldAt } = payment
  const orderedAt = new Date(donation.created_at)
  const uncapturedAt = await store.takeUncaptured(transaction, id)
  const capturedAt = captureTime({ toldAt, begunAt, uncapturedAt, orderedAt }, new Date())
  await store.updatePayment(transaction, donation.id, { status: 'captured', paymentId: id, method, capturedAt })
  if (donation.deleted_at !== null) await bringBack(transaction, donation, payment)
  await issueReceipt(transaction, parts, { donationId: donation.id, capturedAt })
}

/** What was deleted was an attempt without money. Now that its money is here, it belongs into every list and sum. */
async function bringBack(transaction: Db, { id }: store.DonationRow, payment: Payment): Promise<void> {
  await store.restoreDonation(transaction, id)
  const details = { reason: 'its payment was captured after it was deleted', paymentId: payment.id }
  await insertAudit(transaction, { actor: null, action: 'donation.restored', subjectId: id, details })
}

/** Why a payment may not be taken for the donation's, if there is a reason. */
async function findDoubt(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  told: PaymentStatus,
): Promise<string | undefined> {
  const { amount, currency } = donation
  if (payment.amount !== amount || payment.currency !== currency) return 'its amount is not that of the order'
  const isAnother = donation.payment_id !== null && donation.payment_id !== payment.id
  if (wasCaptured(donation.status) && wasCaptured(told) && isAnother) return 'the order was paid by another payment'
  const isTaken = await store.isPaymentTaken(transaction, payment.id, donation.id)
  return isTaken ? 'another donation has this payment' : undefined
}

/** Holds a doubtful payment for a person to check, until it has gone back to the donor. */
async function recordDoubt(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { told, doubt }: { told: PaymentStatus; doubt: string },
): Promise<Recorded> {
  const isSettled = told === 'refunded' || told === 'cancelled'
  if (!isSettled && !isMoney(told)) return 'recorded'
  const held = await store.findHeldPayment(transaction, donation.id, payment.id)
  if (isSettled) await settleHeld(transaction, donation, payment, { held, told })
  else await holdPayment(transaction, donation, payment, { held, told, reason: doubt })
  const heldId = await store.findOpenHeldPayment(transaction, donation.id)
  if (heldId !== donation.held_payment_id) await store.updateHeldPayment(transaction, donation.id, heldId)
  return isSettled ? 'recorded' : 'held'
}

async function holdPayment(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { held, told, reason }: { held: store.HeldPayment | undefined; told: PaymentStatus; reason: string },
): Promise<void> {
  const status = laterStatus(held?.status ?? null, told)
  if (held && held.held_at !== null && held.status === status) return
  await store.upsertHeldPayment(transaction, {
    payment_id: payment.id,
    donation_id: donation.id,
    status,
    held_at: held?.held_at ?? new Date().toISOString(),
    settled_at: held?.settled_at ?? null,
  })
  const details = {
    reason,
    orderId: payment.orderId,
    paymentId: payment.id,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    ordered: { amount: donation.amount, currency: donation.currency },
  }
  await insertAudit(transaction, { actor: null, action: 'payment.held', subjectId: donation.id, details })
}

async function settleHeld(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { held, told }: { held: store.HeldPayment | undefined; told: PaymentStatus },
): Promise<void> {
  if (held && held.settled_at !== null) return
  await store.upsertHeldPayment(transaction, {
    payment_id: payment.id,
    donation_id: donation.id,
    status: told,
    held_at: held?.held_at ?? null,
    settled_at: new Date().toISOString(),
  })
  const details = { paymentId: payment.id }
  await insertAudit(transaction, { actor: null, action: 'payment.settled', subjectId: donation.id, details })
}

async function noteRefund(
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
