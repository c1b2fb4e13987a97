import type { Payment } from './payment-status.ts'

export interface PaymentEvent {
  kind: string
  payment: Payment
}

type Fields = Record<string, unknown>

/** The events that concern a donation. All others are ignored. */
const KINDS = ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid', 'refund.processed']
/** Events sent at the capture, so that their time is the capture time. */
const CAPTURES = ['payment.captured', 'order.paid']

/** `undefined` for an event that is not recorded. */
export function parseEvent(content: unknown): PaymentEvent | undefined {
  const event = asRecord(content)
  const kind = event.event
  if (typeof kind !== 'string' || !KINDS.includes(kind)) return undefined
  const at = parseTime(event.created_at)
  const payment = parsePayment(asRecord(asRecord(event.payload).payment).entity, at)
  if (!payment) return undefined
  return { kind, payment: CAPTURES.includes(kind) && at ? { ...payment, capturedAt: at } : payment }
}

/** Parses a payment entity as of `observedAt`; `undefined` if a required field is invalid. */
export function parsePayment(content: unknown, observedAt: Date | null): Payment | undefined {
  const fields = asRecord(content)
  const { id, order_id, amount, currency, status, captured, amount_refunded, fee, tax, method } = fields
  if (!isRazorpayId(id) || !isRazorpayId(order_id) || typeof status !== 'string') return undefined
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return undefined
  return {
    id,
    orderId: order_id,
    amount: Number(amount),
    currency,
    status,
    isCaptured: captured !== false,
    refundedAmount: Number.isSafeInteger(amount_refunded) ? Number(amount_refunded) : 0,
    fee: parseFee(fee),
    tax: parseFee(tax),
    method: typeof method === 'string' ? method : null,
    isInternational: fields.international === true,
    createdAt: parseTime(fields.created_at),
    capturedAt: parseTime(fields.captured_at),
    observedAt,
  }
}

function parseFee(value: unknown): number | null {
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
    fee: parseFee(fee),
    tax: parseFee(tax),
  }
}

/** Whether `value` has the format of a Razorpay id, such as `pay_IH4NVgf4Dreq1l`. */
export function isRazorpayId(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,100}$/.test(value)
}

export function asRecord(content: unknown): Fields {
  return typeof content === 'object' && content !== null ? (content as Fields) : {}
}

/** Razorpay's times are seconds since 1970. */
function parseTime(seconds: unknown): Date | null {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 1e11
  return isTime ? new Date(seconds * 1000) : null
}
