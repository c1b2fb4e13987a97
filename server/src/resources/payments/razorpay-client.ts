import { isDeepStrictEqual } from 'node:util'
import type { RazorpayAccount } from '../../config.ts'
import type { Payment } from './payment-status.ts'
import { asRecord, isRazorpayId, parsePayment, parsePayments } from './razorpay-parser.ts'

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
  const order = asRecord(await call(account, '/v1/orders', { amount, currency, receipt: reference }))
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

async function call({ apiUrl, keyId, keySecret }: RazorpayAccount, path: string, body?: object): Promise<unknown> {
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
