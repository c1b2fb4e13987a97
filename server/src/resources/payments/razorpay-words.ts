import type { Payment } from './payment-status.ts'

/** What a webhook tells of one payment. */
export interface PaymentEvent {
  kind: string
  payment: Payment
  /** When it happened, by Razorpay. */
  at: Date | null
}

type Fields = Record<string, unknown>

/** The events that tell of a donation's money; Razorpay has a hundred others. */
const KINDS = ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid', 'refund.processed']
/** Those that are sent at the moment of the capture. */
const CAPTURES = ['payment.captured', 'order.paid']

/** A webhook's content; `undefined` when it tells nothing that we keep. */
export function readEvent(content: unknown): PaymentEvent | undefined {
  const event = fieldsOf(content)
  const kind = String(event.event)
  if (!KINDS.includes(kind)) return undefined
  const payment = readPayment(fieldsOf(fieldsOf(event.payload).payment).entity)
  if (!payment) return undefined
  return { kind, payment, at: CAPTURES.includes(kind) ? timeOf(event.created_at) : null }
}

/** A payment entity; `undefined` for one that belongs to no order or lacks what we go by. */
export function readPayment(content: unknown): Payment | undefined {
  const { id, order_id, amount, currency, status, captured, amount_refunded, method, created_at } = fieldsOf(content)
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
    method: typeof method === 'string' ? method : null,
    createdAt: timeOf(created_at),
  }
}

/** All payments of a collection that can be read. */
export function readPayments(content: unknown): Payment[] {
  const { items } = fieldsOf(content)
  return Array.isArray(items) ? items.flatMap((item) => readPayment(item) ?? []) : []
}

/** Whether it has the form of Razorpay's ids, such as `pay_IH4NVgf4Dreq1l`. */
export function isRazorpayId(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,100}$/.test(value)
}

export function fieldsOf(content: unknown): Fields {
  return typeof content === 'object' && content !== null ? (content as Fields) : {}
}

/** Razorpay counts seconds since 1970. */
function timeOf(seconds: unknown): Date | null {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 1e11
  return isTime ? new Date(seconds * 1000) : null
}
