import { createHmac, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { RazorpayAccount } from '../../config.ts'
import type { Payment, PaymentReturn } from './payment-status.ts'

/** Short, because a donor waits for most of these responses. */
const TIMEOUT_MS = 10_000

/**
 * Razorpay is unreachable, refuses a request or sends an invalid response. The message contains no
 * secret, so it may be logged.
 */
export class RazorpayError extends Error {
  override name = 'RazorpayError'
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined

  constructor(message: string, { status, cause }: { status?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}

/**
 * Whether Razorpay would refuse the same request again: it is invalid, or names what Razorpay does
 * not have. An outage, a rate limit or a wrong key may pass.
 */
export function isFinalRefusal(error: unknown): boolean {
  return error instanceof RazorpayError && (error.status === 400 || error.status === 404)
}

/** Whether Razorpay refused the request. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RazorpayError && error.status !== undefined && error.status < 500
}

/** Whether Razorpay gave no answer, failed or was too busy. */
export function isOutage(error: unknown): boolean {
  return error instanceof RazorpayError && (!isRefusal(error) || error.status === 429)
}

/**
 * Returns Razorpay's id of the order. `amount` is in paise; `reference` is the donation's id.
 * Throws RazorpayError.
 */
export async function createOrder(
  account: RazorpayAccount,
  { amount, currency, reference }: { amount: number; currency: string; reference: string },
): Promise<string> {
  const order = asRecord(await call(account, '/v1/orders', { body: { amount, currency, receipt: reference } }))
  const isOurs = order.amount === amount && order.currency === currency
  if (isOurs && isRazorpayId(order.id)) return order.id
  throw new RazorpayError('Razorpay returned an order with another amount, currency or id.')
}

/** Throws RazorpayError. */
export async function fetchPayment(account: RazorpayAccount, paymentId: string): Promise<Payment> {
  const requestedAt = new Date()
  const payment = parsePayment(await call(account, `/v1/payments/${encodeURIComponent(paymentId)}`), requestedAt)
  if (payment?.id === paymentId) return payment
  throw new RazorpayError('Razorpay returned no valid payment.')
}

/** All attempted payments of an order. Throws RazorpayError. */
export async function fetchPaymentsOfOrder(account: RazorpayAccount, orderId: string): Promise<Payment[]> {
  const requestedAt = new Date()
  return parsePayments(await call(account, `/v1/orders/${encodeURIComponent(orderId)}/payments`), requestedAt)
}

/** Below the five seconds that Razorpay gives a webhook. */
const WEBHOOK_TIMEOUT_MS = 4000

/** The refunds of a payment, for a webhook. Throws RazorpayError. */
export async function fetchRefunds(
  account: RazorpayAccount,
  payment: Payment,
): Promise<NonNullable<Payment['refunds']>> {
  // In whole seconds, as the times of events.
  const dated = { ...payment, observedAt: new Date(Math.floor(Date.now() / 1000) * 1000) }
  const path = `/v1/payments/${encodeURIComponent(payment.id)}/refunds?count=100`
  const { items } = asRecord(await call(account, path, { timeoutMs: WEBHOOK_TIMEOUT_MS }))
  if (!Array.isArray(items)) throw new RazorpayError('Razorpay returned no valid list of refunds.')
  const refunds = items.map(asRecord)
  const pending = refunds.filter(({ status }) => !RETURN_STATUSES.has(`refund.${status}`))
  return {
    returns: refunds.flatMap((refund) => parseReturn(`refund.${refund.status}`, refund, dated) ?? []),
    pending: pending.map(({ id, amount }) => ({ id, amount: toPaise(amount) ?? 0 })),
  }
}

/** The most settlements of a response, below the limit of all lists. */
const SETTLEMENTS_PER_PAGE = 100

/** A month, or one day of it, in India: `2026`, `06`, `11`. */
export interface SettlementRange {
  year: string
  month: string
  day?: string
}

/**
 * Yields what Razorpay settled in a range, a page at a time: items for `parseSettledPayment`. Reads
 * until an empty page, because Razorpay may send fewer items than requested. Throws RazorpayError.
 */
export async function* fetchSettlements(account: RazorpayAccount, range: SettlementRange): AsyncGenerator<unknown[]> {
  let previous: unknown[] = []
  for (let skip = 0; ; skip += previous.length) {
    const query = Object.entries({ ...range, count: SETTLEMENTS_PER_PAGE, skip }).map((pair) => pair.join('='))
    const { items } = asRecord(await call(account, `/v1/settlements/recon/combined?${query.join('&')}`))
    if (!Array.isArray(items)) throw new RazorpayError('Razorpay returned no valid list of settlements.')
    if (items.length === 0) return
    if (isDeepStrictEqual(items, previous)) throw new RazorpayError('Razorpay returned the same settlements twice.')
    yield items
    previous = items
  }
}

async function call(
  { apiUrl, keyId, keySecret }: RazorpayAccount,
  path: string,
  { body, timeoutMs = TIMEOUT_MS }: { body?: object; timeoutMs?: number } = {},
): Promise<unknown> {
  const what = `${body ? 'POST' : 'GET'} ${path}`
  try {
    const response = await fetch(`${apiUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return await response.json()
    const { code, description } = asRecord(asRecord(await response.json().catch(() => null)).error)
    const reason = `${String(code ?? '')} ${String(description ?? '')}`.trim().slice(0, 300)
    throw new RazorpayError(`Razorpay refused ${what}: ${response.status} ${reason}`, { status: response.status })
  } catch (error) {
    if (error instanceof RazorpayError) throw error
    const reason = error instanceof Error ? causeOf(error) : String(error)
    throw new RazorpayError(`Razorpay did not respond to ${what}: ${reason}`, { cause: error })
  }
}

/** Adds the cause, because the message of a failed `fetch` is only "fetch failed". */
function causeOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message || cause.name})` : message
}

interface PaymentEvent {
  kind: string
  payment: Payment
}

type Fields = Record<string, unknown>

/** The events that concern a donation. All others are ignored. */
const KINDS = ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']
/** The state of a refund or a dispute after each event. */
const RETURN_STATUSES = new Map<unknown, PaymentReturn['status']>([
  ['refund.processed', 'processed'],
  ['refund.failed', 'failed'],
  ['payment.dispute.created', 'open'],
  ['payment.dispute.won', 'won'],
  ['payment.dispute.closed', 'closed'],
  ['payment.dispute.lost', 'lost'],
])
/** Events sent at the capture, so that their time is the capture time. */
const CAPTURES = ['payment.captured', 'order.paid']

/** `undefined` for an event that is not recorded. */
export function parseEvent(content: unknown): PaymentEvent | undefined {
  const event = asRecord(content)
  const kind = event.event
  if (typeof kind !== 'string' || !(KINDS.includes(kind) || RETURN_STATUSES.has(kind))) return undefined
  const at = parseTime(event.created_at)
  const { payment: paid, refund, dispute } = asRecord(event.payload)
  const payment = parsePayment(asRecord(paid).entity, at)
  if (!payment) return undefined
  payment.reportedReturn = parseReturn(kind, asRecord(asRecord(refund ?? dispute).entity), payment)
  return { kind, payment: CAPTURES.includes(kind) && at ? { ...payment, capturedAt: at } : payment }
}

function parseReturn(kind: string, fields: Fields, payment: Payment): PaymentReturn | undefined {
  const { id, amount, amount_deducted, currency } = fields
  const status = RETURN_STATUSES.get(kind)
  if (status === undefined || !isRazorpayId(id)) return undefined
  // A dispute in the currency of a foreign card is about the whole payment.
  const isOurs = currency === undefined || currency === payment.currency
  const paise = (isOurs && ((status === 'lost' && toPaise(amount_deducted)) || toPaise(amount))) || payment.amount
  const reported_at = (payment.observedAt ?? new Date()).toISOString()
  const isRight = amount === undefined || (isOurs && paise === amount && paise <= payment.amount)
  const isExcess = status === 'processed' && !isRight
  return { id, payment_id: payment.id, status: isExcess ? 'excess' : status, amount: paise, reported_at }
}

/** Parses a payment entity as of `observedAt`; `undefined` if a required field is invalid. */
export function parsePayment(content: unknown, observedAt: Date | null): Payment | undefined {
  const fields = asRecord(content)
  const { id, order_id, amount, currency, status, captured, amount_refunded, fee, tax, method } = fields
  if (!isRazorpayId(id) || !isRazorpayId(order_id) || typeof status !== 'string') return undefined
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return undefined
  const refunded = toPaise(amount_refunded) ?? 0
  const isCaptured = captured !== false
  // A total above the amount is wrong, and shows nothing of a refund.
  const isExcess = refunded > Number(amount)
  return {
    id,
    orderId: order_id,
    amount: Number(amount),
    currency,
    status: isExcess && isCaptured && status === 'refunded' ? 'captured' : status,
    isCaptured,
    refundedAmount: isExcess ? null : refunded,
    fee: toPaise(fee),
    tax: toPaise(tax),
    method: typeof method === 'string' ? method : null,
    isInternational: fields.international === true,
    createdAt: parseTime(fields.created_at),
    capturedAt: parseTime(fields.captured_at),
    observedAt,
  }
}

function toPaise(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}

/** The valid payments of a collection. */
export function parsePayments(content: unknown, observedAt: Date | null): Payment[] {
  const { items } = asRecord(content)
  return Array.isArray(items) ? items.flatMap((item) => parsePayment(item, observedAt) ?? []) : []
}

/** When and with which settlement Razorpay paid a payment to the bank. */
export interface SettledPayment {
  paymentId: string
  settlementId: string
  /** The bank's reference; null until the bank has confirmed the settlement. */
  utr: string | null
  settledAt: Date
  /** The currency of `fee` and `tax`, which are in its smallest unit. */
  currency: string | null
  /** With the tax. */
  fee: number | null
  tax: number | null
}

/** Parses an item of the settlement report; `undefined` for all but settled payments. */
export function parseSettledPayment(content: unknown): SettledPayment | undefined {
  const { type, entity_id, settlement_id, settlement_utr, settled, settled_at, currency, fee, tax } = asRecord(content)
  const settledAt = parseTime(settled_at)
  if (type !== 'payment' || settled === false || settledAt === null) return undefined
  if (!isRazorpayId(entity_id) || !isRazorpayId(settlement_id)) return undefined
  return {
    paymentId: entity_id,
    settlementId: settlement_id,
    utr: typeof settlement_utr === 'string' && /^[!-~]{1,100}$/.test(settlement_utr) ? settlement_utr : null,
    settledAt,
    currency: typeof currency === 'string' ? currency : null,
    fee: toPaise(fee),
    tax: toPaise(tax),
  }
}

/** Whether `value` has the format of a Razorpay id, such as `pay_IH4NVgf4Dreq1l`. */
export function isRazorpayId(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,100}$/.test(value)
}

function asRecord(content: unknown): Fields {
  return typeof content === 'object' && content !== null ? (content as Fields) : {}
}

/** Razorpay's times are seconds since 1970. */
function parseTime(seconds: unknown): Date | null {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 1e11
  return isTime ? new Date(seconds * 1000) : null
}

/**
 * Whether `signature` is the hex HMAC-SHA256 of `orderId|paymentId`. `orderId` must be the stored
 * id, never the client's.
 */
export function isCheckoutSignature(
  { orderId, paymentId }: { orderId: string; paymentId: string },
  signature: string,
  keySecret: string,
): boolean {
  return isSigned(`${orderId}|${paymentId}`, signature, keySecret)
}

/** Whether the unparsed body was signed with one of the secrets. */
export function isWebhookSignature(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => isSigned(body, signature, secret))
}

/** Compares in constant time. */
function isSigned(content: string | Buffer, signature: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(content).digest()
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return given.length === right.length && timingSafeEqual(given, right)
}
