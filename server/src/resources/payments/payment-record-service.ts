import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { HoldReason } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import type { HistoryAction, HistoryReason } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/db.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { mayTakeForeignGifts } from '../../trust/trust-settings.ts'
import { findDonorOf, matchGift } from '../donors/donor-matching-service.ts'
import { findDonor } from '../donors/donor-store.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { cancelAttempt } from '../rate-limits/rate-limit-store.ts'
import { issueReceipt } from '../receipts/receipt-service.ts'
import { captureTime } from './capture-time.ts'
import {
  findHeldPayment,
  findOpenHeldPayment,
  type HeldPaymentRow,
  updateHeldPaymentOf,
  upsertHeldPayment,
} from './open-order-store.ts'
import { applyReturns, type PaymentApplication, storeReturns, sumRefunds } from './payment-return-service.ts'
import {
  involvesMoney,
  isAuthorized,
  isRefund,
  laterStatus,
  type Payment,
  type PaymentStatus,
  statusOf,
  wasCaptured,
} from './payment-status.ts'
import * as store from './payment-store.ts'
import { readAgainSince } from './settlement-service.ts'

export type RecordDependencies = Pick<AppDependencies, 'config' | 'trust' | 'history'>

/**
 * `foreign`: no donation has the order. `held`: not recorded; a person must check the payment, and
 * the list of held payments gives the reason.
 */
export type RecordOutcome = 'recorded' | 'foreign' | 'held'

/**
 * Records the reported state of a payment. All online payments are recorded here. Late, repeated
 * and out-of-order reports lead to the same result. `isChecked`: a person decided to record it, so
 * a gift from abroad is not held.
 */
export async function recordPayment(
  transaction: Db,
  dependencies: RecordDependencies,
  payment: Payment,
  { isChecked = false }: { isChecked?: boolean } = {},
): Promise<RecordOutcome> {
  const entries: HistoryEntry[] = []
  const outcome = await applyPayment(transaction, { ...dependencies, entries, isChecked }, payment)
  // Last, because the history is locked until the transaction ends.
  for (const entry of entries) await dependencies.history.server.record(transaction, entry)
  return outcome
}

/** What a payment changes, with its entries for the history. */
interface ApplyDependencies extends RecordDependencies {
  entries: HistoryEntry[]
  isChecked: boolean
}

async function applyPayment(
  transaction: Db,
  dependencies: ApplyDependencies,
  payment: Payment,
): Promise<RecordOutcome> {
  const donation = await lockDonation(transaction, payment)
  if (!donation) return 'foreign'
  const returnsBefore = await store.listReturns(transaction, payment.id)
  const returns = await storeReturns(transaction, payment, returnsBefore)
  if (returns.some(({ id, status }) => id === payment.reportedReturn?.id && status === 'excess')) return 'recorded'
  const status = statusOf(payment)
  if (status === undefined) return 'recorded'
  const mismatch = await findMismatch(transaction, dependencies, { donation, payment, status })
  const application = { donation, payment, status, returnsBefore, returns }
  if (mismatch) return recordMismatch(transaction, dependencies, { ...application, mismatch })
  // Before the receipt: gifts that are entered by hand lock donors before numbers too.
  const isNewGift = involvesMoney(status) && donation.donor_id === null
  const matched = isNewGift ? (await matchGift(transaction, donation)).entries : []
  const isCaptured = wasCaptured(status) && !wasCaptured(donation.status)
  const paid = isCaptured ? await recordCapture(transaction, dependencies, donation, payment) : donation
  // Often reported after the capture itself, which the donor's page reports first.
  if (wasCaptured(status) && payment.fee !== null) await store.setFee(transaction, donation.id, payment)
  if (!wasCaptured(status) && !wasCaptured(donation.status) && payment.observedAt) {
    await store.upsertUncaptured(transaction, {
      paymentId: payment.id,
      donationId: donation.id,
      at: payment.observedAt,
    })
  }
  if (!wasCaptured(status) && laterStatus(donation.status, status) !== donation.status) {
    await store.updatePayment(transaction, donation.id, { status, paymentId: payment.id, method: payment.method })
  }
  // Refunds and disputes of another attempt to pay the order do not concern this donation.
  if (wasCaptured(paid.status) && paid.payment_id === payment.id) {
    dependencies.entries.push(...(await applyReturns(transaction, { ...application, donation: paid })))
  }
  dependencies.entries.push(...matched)
  return 'recorded'
}

/** A second payment of a paid order may have become a donation of its own (decision 21). */
async function lockDonation(transaction: Db, payment: Payment): Promise<store.DonationRow | undefined> {
  const ordered = await store.lockDonationOfOrder(transaction, payment.orderId)
  const isSecond = ordered && wasCaptured(ordered.status) && ordered.payment_id !== payment.id
  return (isSecond && (await store.lockSeparateDonation(transaction, payment.id))) || ordered
}

async function recordCapture(
  transaction: Db,
  dependencies: ApplyDependencies,
  donation: store.DonationRow,
  payment: Payment,
): Promise<store.DonationRow> {
  const { id, method, createdAt: startedAt, capturedAt: reportedAt } = payment
  const orderedAt = new Date(donation.created_at)
  const uncapturedAt = await store.deleteUncaptured(transaction, id)
  const capturedAt = captureTime({ reportedAt, startedAt, uncapturedAt, orderedAt }, new Date())
  const captured = { status: 'captured', paymentId: id, method, capturedAt }
  const paid = await store.updatePayment(transaction, donation.id, captured)
  await cancelAttempt(transaction, donation.id)
  if (donation.deleted_at !== null) await store.restoreDonation(transaction, donation.id)
  await readAgainSince(transaction, capturedAt)
  const receiptNumber = await issueReceipt(transaction, dependencies, { donationId: donation.id, capturedAt })
  const details = { paymentId: id, amount: payment.amount, currency: payment.currency, receiptNumber }
  addEntry(dependencies, donation, 'donation.paid', details)
  if (donation.deleted_at !== null) addRestored(dependencies, donation, payment)
  return paid
}

/** The donation was deleted while unpaid. Now it is paid, so lists and totals must include it. */
function addRestored(dependencies: ApplyDependencies, donation: store.DonationRow, payment: Payment): void {
  const reason: HistoryReason = 'its payment was captured after it was deleted'
  const details = { reason, paymentId: payment.id }
  addEntry(dependencies, donation, 'donation.restored', details)
}

function addEntry(
  { entries }: ApplyDependencies,
  { id }: store.DonationRow,
  action: HistoryAction,
  details: Record<string, unknown>,
): void {
  entries.push({ action, recordKind: 'donation', recordId: id, details })
}

/** Reasons in the history. */
const REASONS: Readonly<Record<Exclude<HoldReason, 'disputed' | 'refund-exceeds'>, HistoryReason>> = {
  'amount-differs': 'its amount is not that of the order',
  'order-paid': 'the order was paid by another payment',
  'payment-of-another': 'another donation has this payment',
  'foreign-donor': 'the donor is foreign and FCRA is not set',
  'foreign-card': 'the card was issued abroad and FCRA is not set',
  'refund-unknown': 'its refund failed, and Razorpay does not know the payment',
}
type Mismatch = keyof typeof REASONS

/** Returns why the payment cannot be recorded for the donation; undefined if it can. */
async function findMismatch(
  transaction: Db,
  dependencies: ApplyDependencies,
  { donation, payment, status }: { donation: store.DonationRow; payment: Payment; status: PaymentStatus },
): Promise<Mismatch | undefined> {
  const { amount, currency } = donation
  const isAnother = donation.payment_id !== null && donation.payment_id !== payment.id
  if (wasCaptured(donation.status) && wasCaptured(status) && isAnother) return 'order-paid'
  if (payment.amount !== amount || payment.currency !== currency) return 'amount-differs'
  const other = await store.findDonationOfPayment(transaction, payment.id)
  if (other && other.id !== donation.id) return 'payment-of-another'
  if (payment.isUnknown && wasCaptured(donation.status) && !isAnother) return 'refund-unknown'
  if (dependencies.isChecked || wasCaptured(donation.status)) return undefined
  // A person decides, also if the donor's citizenship or FCRA changed since.
  const held = await findHeldPayment(transaction, donation.id, payment.id)
  if (held?.reason === 'foreign-donor' || held?.reason === 'foreign-card') return held.reason
  if (!involvesMoney(status)) return undefined
  return findForeign(transaction, dependencies, { donation, payment })
}

/** Returns why the gift comes from abroad, if the trust may not take it then. */
async function findForeign(
  transaction: Db,
  { config, trust }: ApplyDependencies,
  { donation, payment }: { donation: store.DonationRow; payment: Payment },
): Promise<'foreign-donor' | 'foreign-card' | undefined> {
  const day = zonedDate((payment.capturedAt ?? new Date()).getTime(), config.timeZone)
  if (mayTakeForeignGifts(config, await trust.inForce(transaction), day)) return undefined
  const { donor_id, donor_citizenship } = donation
  if (donor_citizenship === 'foreign') return 'foreign-donor'
  const donor = donor_id === null ? await findDonorOf(transaction, donation) : await findDonor(transaction, donor_id)
  if (donor?.citizenship === 'foreign') return 'foreign-donor'
  return payment.isInternational ? 'foreign-card' : undefined
}

/**
 * Holds the payment for a person to check, and resolves it once refunded or cancelled. A donation that
 * had counted the payment as authorized is unpaid again, as if the payment had been held at once.
 */
async function recordMismatch(
  transaction: Db,
  dependencies: ApplyDependencies,
  { donation, payment, status, mismatch, returns }: PaymentApplication & { mismatch: Mismatch },
): Promise<RecordOutcome> {
  const found = await findHeldPayment(transaction, donation.id, payment.id)
  const checkedAt = found?.checked_at ?? ''
  const hasFailed =
    sumRefunds(payment, returns) < payment.amount &&
    returns.some((each) => each.status === 'failed' && each.reported_at > checkedAt)
  const isRefunded = isRefund(status) && !hasFailed
  if (!isRefunded && !involvesMoney(status)) return 'recorded'
  if (donation.payment_id === payment.id && isAuthorized(donation.status)) {
    await store.removePayment(transaction, donation.id)
  }
  // If the refund of a resolved payment fails, the payment is held again.
  const held = hasFailed && (isRefund(found?.status) || mismatch === 'refund-unknown') ? undefined : found
  const entry = isRefunded
    ? await resolveRefunded(transaction, donation, payment, { held, status })
    : await holdPayment(transaction, donation, payment, { held, reported: status, reason: mismatch })
  const heldId = await findOpenHeldPayment(transaction, donation.id)
  if (heldId !== donation.held_payment_id) await updateHeldPaymentOf(transaction, donation.id, heldId)
  if (entry) addEntry(dependencies, donation, entry.action, entry.details)
  return isRefunded ? 'recorded' : 'held'
}

/** What the history records about a payment that was held or resolved. */
interface PaymentEntry {
  action: HistoryAction
  details: Record<string, unknown>
}

async function holdPayment(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { held, reported, reason }: { held: HeldPaymentRow | undefined; reported: PaymentStatus; reason: Mismatch },
): Promise<PaymentEntry | undefined> {
  const status = laterStatus(held?.status ?? null, reported)
  if (held && held.held_at !== null && held.status === status) return undefined
  await upsertHeldPayment(transaction, {
    payment_id: payment.id,
    donation_id: donation.id,
    status,
    held_at: held?.held_at ?? (payment.observedAt ?? new Date()).toISOString(),
    resolved_at: held?.resolved_at ?? null,
    checked_at: held?.checked_at ?? null,
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
  return { action: 'payment.held', details }
}

async function resolveRefunded(
  transaction: Db,
  donation: store.DonationRow,
  payment: Payment,
  { held, status }: { held: HeldPaymentRow | undefined; status: PaymentStatus },
): Promise<PaymentEntry | undefined> {
  if (held && held.resolved_at !== null) return undefined
  await upsertHeldPayment(transaction, {
    payment_id: payment.id,
    donation_id: donation.id,
    status,
    held_at: held?.held_at ?? null,
    resolved_at: (payment.observedAt ?? new Date()).toISOString(),
    checked_at: held?.checked_at ?? null,
    reason: held?.reason ?? null,
    amount: payment.amount,
    currency: payment.currency,
  })
  return { action: 'payment.resolved', details: { paymentId: payment.id } }
}
