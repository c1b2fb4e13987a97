import type { RazorpayAccount } from '../../config.ts'
import type { Payment } from './payment-status.ts'
import { fieldsOf, isRazorpayId, readPayment, readPayments } from './razorpay-words.ts'

/** A donor is waiting for most of these answers. */
const TIMEOUT_MS = 10_000

/** Razorpay cannot be reached, refuses, or answers what we cannot read. Its message may be logged: it carries no secret. */
export class RazorpayError extends Error {
  override name = 'RazorpayError'
  /** HTTP; undefined when there was no answer. */
  readonly status: number | undefined

  constructor(message: string, { status, cause }: { status?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}

/** Makes an order and answers its id. `amount` is paise; `reference` our own id for it. Throws RazorpayError. */
export async function createOrder(
  account: RazorpayAccount,
  { amount, currency, reference }: { amount: number; currency: string; reference: string },
): Promise<string> {
  const order = fieldsOf(await call(account, '/v1/orders', { amount, currency, receipt: reference }))
  const isOurs = order.amount === amount && order.currency === currency
  if (isOurs && isRazorpayId(order.id)) return order.id
  throw new RazorpayError('Razorpay answered another order than the one that was asked for.')
}

/** Throws RazorpayError. */
export async function fetchPayment(account: RazorpayAccount, paymentId: string): Promise<Payment> {
  const askedAt = new Date()
  const payment = readPayment(await call(account, `/v1/payments/${encodeURIComponent(paymentId)}`), askedAt)
  if (payment?.id === paymentId) return payment
  throw new RazorpayError('Razorpay answered no payment that can be read.')
}

/** All payments that were tried for an order. Throws RazorpayError. */
export async function fetchPaymentsOfOrder(account: RazorpayAccount, orderId: string): Promise<Payment[]> {
  const askedAt = new Date()
  return readPayments(await call(account, `/v1/orders/${encodeURIComponent(orderId)}/payments`), askedAt)
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
    const { code, description } = fieldsOf(fieldsOf(await response.json().catch(() => null)).error)
    const reason = `${String(code ?? '')} ${String(description ?? '')}`.trim().slice(0, 300)
    throw new RazorpayError(`Razorpay refused ${what}: ${response.status} ${reason}`, { status: response.status })
  } catch (error) {
    if (error instanceof RazorpayError) throw error
    const reason = error instanceof Error ? causeOf(error) : String(error)
    throw new RazorpayError(`Razorpay did not answer ${what}: ${reason}`, { cause: error })
  }
}

/** `fetch` says "fetch failed" and hides why. */
function causeOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message || cause.name})` : message
}
