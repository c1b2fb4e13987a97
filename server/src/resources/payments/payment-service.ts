import { createHash } from 'node:crypto'
import type { NewOrder, Order, PaymentProof } from '@sevadesk/contract/donations/payment-schemas.ts'
import type { Config, RazorpayAccount } from '../../config.ts'
import { newId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { badRequest, HttpError } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import { localised } from '../../text/localised-text.ts'
import { nameOfPurpose } from '../lists/list-entry-names.ts'
import type { StoredPurpose } from '../lists/list-entry-store.ts'
import { findOfferedPurpose, findPurposeOfText } from '../lists/purpose-mapping-service.ts'
import { countPublicCall, logFilledHoneypot, type WarningLog } from '../rate-limits/public-call-service.ts'
import { cancelAttempt } from '../rate-limits/rate-limit-store.ts'
import { captureTimeIfRecent } from './capture-time.ts'
import { parseDonor } from './donor-input.ts'
import { insertOpenOrder } from './open-order-store.ts'
import { type RecordOutcome, recordPayment } from './payment-record-service.ts'
import { involvesMoney, type Payment, statusOf, wasCaptured } from './payment-status.ts'
import * as store from './payment-store.ts'
import * as razorpay from './razorpay-client.ts'
import { isCheckoutSignature, isRazorpayId, isWebhookSignature, parseEvent } from './razorpay-client.ts'
import { nextReconcileTime } from './reconcile-schedule.ts'

export type PaymentDependencies = Pick<AppDependencies, 'config' | 'db' | 'trust' | 'history'> & { log: JobLog }

const CURRENCY = 'INR'

/**
 * Creates an order at Razorpay and its unpaid donation, unless the honeypot is filled. Throws
 * badRequest() for an invalid field, tooMany() for the rate limit of `ip`, 502 when Razorpay fails,
 * 503 when Razorpay is not configured.
 */
export async function createOrder(
  dependencies: PaymentDependencies & { log: WarningLog; recordIdempotencyKey: RecordIdempotencyKey },
  sent: NewOrder,
  ip: string,
): Promise<Order> {
  const { config, log } = dependencies
  const account = requireAccount(config)
  const donor = parseDonor(sent)
  const chosen = sent.purposeId ? await findOfferedPurpose(dependencies.db, sent.purposeId) : undefined
  const order = { amount: sent.amount, currency: CURRENCY }
  if (sent.extraNote) {
    logFilledHoneypot(log, 'order', ip)
    return { orderId: `order_${newId().slice(-14)}`, ...order, keyId: account.keyId }
  }
  // The donation has the id of the attempt, so that its capture frees the limit.
  const id = await countPublicCall(dependencies, 'order', ip)
  try {
    const name = chosen && nameOfPurpose(chosen, await dependencies.trust.inForce(dependencies.db))
    const purpose = donor.purpose ?? name ?? null
    return await createCountedOrder(dependencies, account, { id, ...order, ...donor, purpose }, chosen)
  } catch (error) {
    // Razorpay refuses an amount above the account's limit, and anyone could repeat such calls.
    const isCallersFault = error instanceof HttpError && razorpay.isFinalRefusal(error.cause)
    if (!isCallersFault) await cancelAttempt(dependencies.db, id)
    throw error
  }
}

async function createCountedOrder(
  { config, db, recordIdempotencyKey }: PaymentDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  account: RazorpayAccount,
  donation: Omit<store.NewDonation, 'orderId' | 'purposeId' | 'institutionId' | 'donationType'>,
  chosen: StoredPurpose | undefined,
): Promise<Order> {
  const { id, amount, currency } = donation
  const orderId = await razorpay.createOrder(account, { amount, currency, reference: id }).catch((error: unknown) => {
    throw razorpayUnreachable(error)
  })
  const result = { orderId, amount, currency, keyId: account.keyId }
  await db.transaction().execute(async (transaction) => {
    const entry =
      chosen ?? (donation.purpose === null ? undefined : await findPurposeOfText(transaction, donation.purpose))
    const { _id: purposeId = null, institutionId = null, donationType = null } = entry ?? {}
    const heading = { purposeId, institutionId, donationType }
    await store.insertOrderedDonation(transaction, { ...donation, ...heading, orderId }, config.timeZone)
    const orderedAt = new Date()
    const dueAt = nextReconcileTime(orderedAt, orderedAt, config.timeZone) ?? orderedAt
    await insertOpenOrder(transaction, { orderId, orderedAt, dueAt })
    await recordIdempotencyKey(transaction, result)
  })
  return result
}

/** `receiptToken` is null without a receipt. */
interface VerifiedPayment {
  status: string
  receiptToken: string | null
}

/**
 * Checks the checkout signature, then fetches and records a payment that is not yet recorded as captured.
 * Throws badRequest() for an invalid signature, 503 when Razorpay is not configured.
 */
export async function verifyPayment(dependencies: PaymentDependencies, proof: PaymentProof): Promise<VerifiedPayment> {
  const { db, config } = dependencies
  const account = requireAccount(config)
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = proof
  const donation = isRazorpayId(orderId) ? await store.findDonationOfOrder(db, orderId) : undefined
  const isGenuine = donation && isCheckoutSignature({ orderId, paymentId }, signature, account.keySecret)
  if (!isGenuine) throw invalidSignature()
  // Another payment of a paid order may not be recorded yet: a person must check it.
  if (!wasCaptured(donation.status) || donation.payment_id !== paymentId) {
    const payment = await fetchVerified(dependencies, account, donation, { orderId, paymentId })
    await recordFetched(dependencies, payment)
  }
  return verifiedPayment(await store.findDonationOfOrder(db, orderId))
}

/**
 * Returns the payment as Razorpay reports it. If Razorpay fails or reports it unpaid, returns it as
 * authorized, because the signature proves that.
 */
async function fetchVerified(
  { log }: PaymentDependencies,
  account: RazorpayAccount,
  { amount, currency }: store.DonationRow,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<Payment> {
  // The payment may already be captured, so the time of the state `authorized` is unknown.
  const proven = { status: 'authorized', isCaptured: false, refundedAmount: 0, observedAt: null }
  try {
    const payment = await razorpay.fetchPayment(account, paymentId)
    if (payment.orderId !== orderId) throw new razorpay.RazorpayError('The payment belongs to another order.')
    const status = statusOf(payment)
    if (status !== 'cancelled' && !(status && involvesMoney(status))) return { ...payment, ...proven }
    return { ...payment, capturedAt: payment.capturedAt ?? captureTimeIfRecent(payment.createdAt, new Date()) }
  } catch (error) {
    log.error({ err: error, orderId, paymentId }, 'could not fetch a payment; will retry later')
    const unknown = { fee: null, tax: null, method: null, isInternational: false, createdAt: null, capturedAt: null }
    return { id: paymentId, orderId, amount, currency, ...proven, ...unknown }
  }
}

function verifiedPayment(donation: store.DonationRow | undefined): VerifiedPayment {
  const hasReceipt = wasCaptured(donation?.status ?? null) && donation?.receipt_number !== null
  return { status: donation?.status ?? 'created', receiptToken: hasReceipt ? (donation?.receipt_token ?? null) : null }
}

interface Delivery {
  /** Unparsed: the signature covers the bytes. */
  body: Buffer
  signature: string
  /** Razorpay's id of the event, the same in every delivery of the event. */
  eventId: string | undefined
}

/**
 * Records each event once. Throws badRequest() for an invalid signature or JSON, 502 when Razorpay
 * cannot be asked about refunds, so that it sends the event again, 503 when no webhook secret is
 * configured.
 */
export async function receiveWebhook(
  dependencies: PaymentDependencies,
  { body, signature, eventId }: Delivery,
): Promise<void> {
  const secrets = dependencies.config.razorpay?.webhookSecrets ?? []
  if (secrets.length === 0) throw notConfigured()
  if (!isWebhookSignature(body, signature, secrets)) throw invalidSignature()
  const event = parseEvent(parseJson(body))
  if (!event) return
  const { kind, payment } = event
  const id = eventId ?? createHash('sha256').update(body).digest('hex')
  // A total does not say which refunds it counts.
  const isUnclear = kind === 'refund.failed' || payment.reportedReturn?.status === 'excess'
  if (isUnclear && (await store.findDonationOfOrder(dependencies.db, payment.orderId))) {
    try {
      payment.refunds = await razorpay.fetchRefunds(requireAccount(dependencies.config), payment)
    } catch (error) {
      if (!razorpay.isFinalRefusal(error)) throw notAsked(error)
      payment.isUnknown = true
    }
  }
  const outcome = await dependencies.db.transaction().execute(async (transaction) => {
    // Locks the donation first, so that a concurrent second delivery waits and finds the event.
    const donation = await store.lockDonationOfOrder(transaction, payment.orderId)
    const isNew = donation && (await store.insertPaymentEvent(transaction, { id, donationId: donation.id, kind }))
    return isNew ? recordPayment(transaction, dependencies, payment) : undefined
  })
  logHeld(dependencies.log, payment, outcome)
}

/** Calls `recordPayment` in a transaction and logs a held payment. */
export async function recordFetched(dependencies: PaymentDependencies, payment: Payment) {
  const outcome = await dependencies.db
    .transaction()
    .execute((transaction) => recordPayment(transaction, dependencies, payment))
  logHeld(dependencies.log, payment, outcome)
}

function logHeld(log: JobLog, { orderId, id }: Payment, outcome: RecordOutcome | undefined): void {
  if (outcome !== 'held') return
  log.error({ orderId, paymentId: id }, 'payment held for a person to check; Donations lists it with the reason')
}

/** Throws 503 when Razorpay is not configured. */
export function requireAccount({ razorpay: account }: Config): RazorpayAccount {
  if (!account) throw notConfigured()
  return account
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw badRequest(localised('The request is not valid JSON.'))
  }
}

function notConfigured(): HttpError {
  return new HttpError(
    503,
    'not_set_up',
    localised('Online donations are not set up yet. Please donate in another way, or ask the trust.'),
  )
}

function invalidSignature(): HttpError {
  return badRequest(
    localised('This payment could not be confirmed. If money has left your account, we will check it automatically.'),
  )
}

/** `cause` is only logged, never sent to the client. */
export function notAsked(cause: unknown): HttpError {
  const refusal = new HttpError(
    502,
    'payments_unreachable',
    localised('Razorpay could not be asked about this payment. Please try again in a few minutes.'),
  )
  refusal.cause = cause
  return refusal
}

/** `cause` is only logged, never sent to the client. */
function razorpayUnreachable(cause: unknown): HttpError {
  const refusal = new HttpError(
    502,
    'payments_unreachable',
    localised('The payment could not be started. No money was taken. Please try again in a few minutes.'),
  )
  refusal.cause = cause
  return refusal
}
