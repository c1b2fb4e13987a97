import type { HoldReason } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import type { RazorpayAccount } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import { HttpError, notFound } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { lockDonors } from '../donors/donor-store.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import {
  findHeldPayment,
  findOpenHeldPayment,
  type HeldPaymentRow,
  updateHeldPaymentOf,
} from '../payments/open-order-store.ts'
import { recordPayment } from '../payments/payment-record-service.ts'
import { notAsked, type PaymentDependencies, requireAccount } from '../payments/payment-service.ts'
import { type Payment, type PaymentStatus, statusOf, wasCaptured } from '../payments/payment-status.ts'
import * as store from '../payments/payment-store.ts'
import { fetchPayment, isRazorpayId } from '../payments/razorpay-client.ts'
import { closeHeldPayment } from './held-payment-store.ts'

interface HeldPaymentKey {
  donationId: string
  paymentId: string
}

/** What Razorpay reports now, and the locked donation of the payment's order. */
interface Resolution {
  transaction: Db
  donation: store.DonationRow
  payment: Payment
  status: PaymentStatus | undefined
}

const NOT_CAPTURED = localised(
  'Razorpay reports this payment as not captured yet or as refunded, so it cannot be recorded.',
)
const OF_UNPAID = localised(
  'An unpaid donation already has this payment, so it cannot be recorded for another one. Refund it on Razorpay’s dashboard, then mark it as refunded.',
)
const NOT_REFUNDED = localised(
  'Razorpay has not refunded this payment in full. Refund it on Razorpay’s dashboard first.',
)
const RESOLVED = localised('There is no such held payment, or it has been resolved already.')

/**
 * Records a held payment with Razorpay's amount and currency. If another payment has paid the
 * order, it becomes a donation of its own. If the payment has already paid a donation, or Razorpay does
 * not know it, only closes it. Throws notFound(), 409 unless Razorpay reports it as captured, 502 when Razorpay fails, 503
 * when Razorpay is not configured.
 */
export async function recordHeldPayment(
  dependencies: PaymentDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  recorder: Recorder,
  key: HeldPaymentKey,
): Promise<void> {
  const held = await findOpen(dependencies.db, key)
  if (held?.reason === ('refund-unknown' satisfies HoldReason)) return closeUnknown(dependencies, recorder, held)
  await resolveHeldPayment(dependencies, recorder, key, async (resolution) => {
    const { transaction, donation, payment, status } = resolution
    if (status !== 'captured') throw conflict(NOT_CAPTURED)
    const owner = await store.findDonationOfPayment(transaction, payment.id)
    const isPaid = owner !== undefined && wasCaptured(owner.status)
    if (owner && !isPaid && owner.id !== donation.id) throw conflict(OF_UNPAID)
    const details = {
      ...historyDetails(payment),
      ordered: { amount: donation.amount, currency: donation.currency },
      recordedAs: isPaid ? owner.id : await recordAsDonation(dependencies, resolution),
    }
    return { action: 'payment.recorded', ...of(donation), details }
  })
}

async function closeUnknown(
  { db, recordIdempotencyKey }: PaymentDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  recorder: Recorder,
  { donation_id: donationId, payment_id: paymentId, amount, currency }: HeldPaymentRow,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await store.lockOnlineDonation(transaction, donationId)
    if (!(await findOpen(transaction, { donationId, paymentId }))) throw notFound(RESOLVED)
    await close(transaction, { donationId, paymentId }, 'captured')
    await recordIdempotencyKey(transaction, null)
    const details = { paymentId, amount, currency, recordedAs: donationId }
    await recorder.record(transaction, { action: 'payment.recorded', ...of({ id: donationId }), details })
  })
}

/** Returns the id of the donation that the payment has paid now. */
async function recordAsDonation(
  dependencies: PaymentDependencies,
  { transaction, donation, payment }: Resolution,
): Promise<string> {
  const { timeZone } = dependencies.config
  // A donor who is known is not matched: a merge locks the donors and waits for this donation.
  if (donation.donor_id === null) await lockDonors(transaction)
  const createdAt = payment.createdAt ?? new Date()
  const recordedAs = wasCaptured(donation.status)
    ? await store.insertSeparateDonation(transaction, donation, { ...payment, createdAt }, timeZone)
    : donation.id
  if (recordedAs === donation.id) await store.updateAmount(transaction, donation, payment, timeZone)
  const outcome = await recordPayment(transaction, dependencies, payment, { isChecked: true })
  if (outcome !== 'recorded') throw new Error(`The payment ${payment.id} is ${outcome} again.`)
  return recordedAs
}

/**
 * Closes a held payment that Razorpay has refunded. Throws notFound(), 409 unless Razorpay reports
 * a full refund, 502 when Razorpay fails, 503 when Razorpay is not configured.
 */
export async function markHeldPaymentRefunded(
  dependencies: PaymentDependencies,
  recorder: Recorder,
  key: HeldPaymentKey,
): Promise<void> {
  await resolveHeldPayment(dependencies, recorder, key, async ({ transaction, donation, payment, status }) => {
    if (status !== 'refunded' && status !== 'cancelled') throw conflict(NOT_REFUNDED)
    await recordPayment(transaction, dependencies, payment)
    const details = historyDetails(payment)
    return { action: 'payment.marked-refunded', ...of(donation), details }
  })
}

/**
 * Fetches the payment, then runs `change`, closes the held payment and records the entry in one
 * transaction.
 */
async function resolveHeldPayment(
  { config, db, recordIdempotencyKey }: PaymentDependencies & { recordIdempotencyKey?: RecordIdempotencyKey },
  recorder: Recorder,
  { donationId, paymentId }: HeldPaymentKey,
  change: (resolution: Resolution) => Promise<HistoryEntry>,
): Promise<void> {
  const account = requireAccount(config)
  if (!(await findOpen(db, { donationId, paymentId }))) throw notFound(RESOLVED)
  const payment = await fetchHeld(account, paymentId)
  await db.transaction().execute(async (transaction) => {
    const donation = await store.lockDonationOfOrder(transaction, payment.orderId)
    // Read again under the lock: another user may have resolved the payment meanwhile.
    if (donation?.id !== donationId || !(await findOpen(transaction, { donationId, paymentId })))
      throw notFound(RESOLVED)
    const status = statusOf(payment)
    const entry = await change({ transaction, donation, payment, status })
    await close(transaction, { donationId, paymentId }, status ?? payment.status)
    await recordIdempotencyKey?.(transaction, null)
    await recorder.record(transaction, entry)
  })
}

async function close(transaction: Db, { donationId, paymentId }: HeldPaymentKey, status: string): Promise<void> {
  await closeHeldPayment(transaction, { donationId, paymentId, status })
  const openId = await findOpenHeldPayment(transaction, donationId)
  await updateHeldPaymentOf(transaction, donationId, openId)
}

async function findOpen(db: Db, { donationId, paymentId }: HeldPaymentKey): Promise<HeldPaymentRow | undefined> {
  // PostgreSQL fails for a text with a null character.
  if (!isId(donationId) || !isRazorpayId(paymentId)) return undefined
  const held = await findHeldPayment(db, donationId, paymentId)
  return held?.held_at != null && held.resolved_at === null ? held : undefined
}

async function fetchHeld(account: RazorpayAccount, paymentId: string): Promise<Payment> {
  return fetchPayment(account, paymentId).catch((cause: unknown) => {
    throw notAsked(cause)
  })
}

function historyDetails({ id, amount, currency, refundedAmount }: Payment) {
  return { paymentId: id, amount, currency, refundedAmount }
}

function conflict(sentence: LocalisedText): HttpError {
  return new HttpError(409, 'conflict', sentence)
}

function of({ id }: Pick<store.DonationRow, 'id'>) {
  return { recordKind: 'donation', recordId: id }
}
