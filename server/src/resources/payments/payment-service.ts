import { createHash } from 'node:crypto'
import type { NewOrder, Order, PaymentProof } from '@sevadesk/contract/payment-schemas.ts'
import type { Config, RazorpayAccount } from '../../config.ts'
import { newId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { badRequest, HttpError } from '../../errors.ts'
import { RECONCILE_ORDER } from '../../jobs/job-kinds.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import { countPublicCall } from '../rate-limits/public-call-service.ts'
import { paidJustNow } from './capture-time.ts'
import { readDonor } from './donor-input.ts'
import { type Recorded, recordPayment } from './payment-record-service.ts'
import { isMoney, type Payment, statusOf, wasCaptured } from './payment-status.ts'
import * as store from './payment-store.ts'
import * as razorpay from './razorpay-client.ts'
import { isCheckoutSignature, isWebhookSignature } from './razorpay-signature.ts'
import { isRazorpayId, readEvent } from './razorpay-words.ts'
import { nextLook } from './reconcile-schedule.ts'

type PaymentParts = Pick<AppDependencies, 'config' | 'db' | 'trust' | 'jobs'> & { log: JobLog }

const CURRENCY = 'INR'

/**
 * Makes an order at Razorpay and the donation that waits for its money; nothing stays when Razorpay
 * refuses. Throws badRequest() for a field that cannot be right, tooMany() when `ip` has made too
 * many, 502 when Razorpay fails, 503 when no account of it is set up.
 */
export async function createOrder(parts: PaymentParts, sent: NewOrder, ip: string): Promise<Order> {
  const { config, db, jobs } = parts
  const account = accountOf(config)
  const donor = readDonor(sent)
  await countPublicCall(db, config, 'order', ip)
  const id = newId()
  const order = { amount: sent.amount, currency: CURRENCY }
  const orderId = await razorpay.createOrder(account, { ...order, reference: id }).catch((error: unknown) => {
    throw notReached(error)
  })
  await db.transaction().execute(async (transaction) => {
    await store.insertOrderedDonation(transaction, { id, orderId, ...order, ...donor })
    const now = new Date()
    await insertJobs(transaction, RECONCILE_ORDER, [orderId], nextLook(now, now, config.timeZone))
  })
  jobs.wake()
  return { orderId, ...order, keyId: account.keyId }
}

/** `receiptToken` is null until the money was captured. */
interface Verified {
  status: string
  receiptToken: string | null
}

/**
 * Takes the word of Razorpay's checkout, as the donor's page passes it on, and asks Razorpay how
 * far the payment has come. May be called again until the money is captured. Throws badRequest()
 * when the checkout did not sign it.
 */
export async function verifyPayment(parts: PaymentParts, proof: PaymentProof): Promise<Verified> {
  const { db, config } = parts
  const account = accountOf(config)
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = proof
  const donation = isRazorpayId(orderId) ? await store.findDonationOfOrder(db, orderId) : undefined
  const isGenuine = donation && isCheckoutSignature({ orderId, paymentId }, signature, account.keySecret)
  if (!isGenuine) throw notGenuine()
  if (!wasCaptured(donation.status)) {
    const payment = await lookAtPayment(parts, account, donation, { orderId, paymentId })
    await record(parts, payment)
  }
  return toVerified(await store.findDonationOfOrder(db, orderId))
}

/**
 * As Razorpay tells of it; when it does not answer, what the signature alone proves: that the
 * payment was authorised.
 */
async function lookAtPayment(
  { log }: PaymentParts,
  account: RazorpayAccount,
  { amount, currency }: store.DonationRow,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<Payment> {
  // It may have been captured since, so that this is known of no moment.
  const proven = { status: 'authorized', isCaptured: false, refundedAmount: 0, saidAt: null }
  try {
    const payment = await razorpay.fetchPayment(account, paymentId)
    if (payment.orderId !== orderId) throw new razorpay.RazorpayError('Razorpay knows the payment by another order.')
    const told = statusOf(payment)
    if (told !== 'cancelled' && !(told && isMoney(told))) return { ...payment, ...proven }
    return { ...payment, capturedAt: payment.capturedAt ?? paidJustNow(payment.createdAt, new Date()) }
  } catch (error) {
    log.error({ err: error, orderId, paymentId }, 'a payment could not be looked at; it is asked about again later')
    return { id: paymentId, orderId, amount, currency, ...proven, method: null, createdAt: null, capturedAt: null }
  }
}

function toVerified(donation: store.DonationRow | undefined): Verified {
  const hasReceipt = wasCaptured(donation?.status ?? null) && donation?.receipt_number !== null
  return { status: donation?.status ?? 'created', receiptToken: hasReceipt ? (donation?.receipt_token ?? null) : null }
}

interface Delivery {
  /** As it came: the signature covers the bytes. */
  body: Buffer
  signature: string
  /**
   * Razorpay's own id of the event, the same each time that it is sent; undefined when it sends
   * none.
   */
  eventId: string | undefined
}

/**
 * Takes in an event that Razorpay sends, once. One that tells nothing of a donation of ours is left
 * alone. Throws badRequest() when it is not signed with one of our secrets, 503 when there is none.
 */
export async function receiveWebhook(parts: PaymentParts, { body, signature, eventId }: Delivery): Promise<void> {
  const secrets = parts.config.razorpay?.webhookSecrets ?? []
  if (secrets.length === 0) throw notSetUp()
  if (!isWebhookSignature(body, signature, secrets)) throw notGenuine()
  const event = readEvent(parseJson(body))
  if (!event) return
  const { kind, payment } = event
  const id = eventId ?? createHash('sha256').update(body).digest('hex')
  await parts.db.transaction().execute(async (transaction) => {
    // Its lock first: a second delivery at the same moment waits here, and then finds the event
    // taken in.
    const donation = await store.lockDonationOfOrder(transaction, payment.orderId)
    if (!donation) return
    if (!(await store.insertPaymentEvent(transaction, { id, donationId: donation.id, kind }))) return
    complain(parts.log, payment, await recordPayment(transaction, parts, payment))
  })
}

/** Records a payment in a transaction of its own. */
export async function record(parts: Pick<PaymentParts, 'config' | 'db' | 'trust' | 'log'>, payment: Payment) {
  const recorded = await parts.db.transaction().execute((transaction) => recordPayment(transaction, parts, payment))
  complain(parts.log, payment, recorded)
}

function complain(log: JobLog, { orderId, id }: Payment, recorded: Recorded): void {
  if (recorded !== 'held') return
  log.error(
    { orderId, paymentId: id },
    'a payment is not recorded and needs a person to look at it; the audit says why',
  )
}

/** Throws 503 when giving online is not set up. */
function accountOf({ razorpay: account }: Config): RazorpayAccount {
  if (!account) throw notSetUp()
  return account
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw badRequest({ en: 'The request is not valid JSON.', hi: 'जो भेजा गया वह सही JSON नहीं है।' })
  }
}

function notSetUp(): HttpError {
  return new HttpError(503, 'not_set_up', {
    en: 'Online donations are not set up yet. Please donate in another way, or ask the trust.',
    hi: 'ऑनलाइन दान अभी शुरू नहीं हुआ है। किसी और तरीके से दान करें या ट्रस्ट से पूछें।',
  })
}

function notGenuine(): HttpError {
  return badRequest({
    en: 'This payment could not be confirmed. If money has left your account, we will check it automatically.',
    hi: 'इस भुगतान की पुष्टि नहीं हो सकी। अगर आपके खाते से पैसे कटे हैं, तो हम इसकी जाँच अपने आप कर लेंगे।',
  })
}

/** The cause is for the log. */
function notReached(cause: unknown): HttpError {
  const refusal = new HttpError(502, 'payments_unreachable', {
    en: 'The payment could not be started. No money was taken. Please try again in a few minutes.',
    hi: 'भुगतान शुरू नहीं हो सका। कोई पैसा नहीं कटा है। कुछ मिनट बाद फिर से कोशिश करें।',
  })
  refusal.cause = cause
  return refusal
}
