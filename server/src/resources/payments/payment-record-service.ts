import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { insertAudit } from '../audit/audit-store.ts'
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
    await store.keepUncaptured(transaction, payment.id, payment.saidAt)
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
  await store.updatePayment(transaction, donation.id, { status: 'captured', paymentId: id, method })
  if (donation.deleted_at !== null) await bringBack(transaction, donation, payment)
  const orderedAt = new Date(donation.created_at)
  const uncapturedAt = await store.takeUncaptured(transaction, id)
  const capturedAt = captureTime({ toldAt, begunAt, uncapturedAt, orderedAt }, new Date())
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

/** What may not be recorded is kept on the donation for a person to look at, until it has gone back to the donor. */
async function recordDoubt(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { told, doubt }: { told: PaymentStatus; doubt: string },
): Promise<Recorded> {
  const isSettled = told === 'refunded' || told === 'cancelled'
  if (!isSettled && !isMoney(told)) return 'recorded'
  const subjectId = donation.id
  if (isSettled) await noteOnce(transaction, { action: SETTLED, subjectId, details: { paymentId: payment.id } })
  else await hold(transaction, donation, payment, doubt)
  const settled = await store.listNoted(transaction, { action: SETTLED, subjectId })
  const open = (await store.listNoted(transaction, { action: HELD, subjectId })).filter(
    ({ paymentId }) => !settled.some((entry) => entry.paymentId === paymentId),
  )
  const held = open.at(-1)?.paymentId
  const heldId = typeof held === 'string' ? held : null
  if (heldId !== donation.held_payment_id) await store.updateHeldPayment(transaction, subjectId, heldId)
  return isSettled ? 'recorded' : 'held'
}

const HELD = 'payment.held'
/** A payment that was held, or would have been, has gone back. */
const SETTLED = 'payment.settled'

async function hold(transaction: Db, donation: store.DonationRow, payment: Payment, reason: string): Promise<void> {
  const details = {
    reason,
    orderId: payment.orderId,
    paymentId: payment.id,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    ordered: { amount: donation.amount, currency: donation.currency },
  }
  await noteOnce(transaction, { action: HELD, subjectId: donation.id, details })
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
  await noteOnce(transaction, { action, subjectId: donation.id, details })
}

/** The same word may come by several ways and many times. */
async function noteOnce(
  transaction: Db,
  entry: { action: string; subjectId: string; details: Record<string, unknown> },
): Promise<void> {
  if (await store.isNoted(transaction, entry)) return
  await insertAudit(transaction, { actor: null, ...entry })
}
