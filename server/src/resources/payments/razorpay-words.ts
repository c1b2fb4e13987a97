import type { Payment } from './payment-status.ts'

/** What a webhook tells of one payment. */
export interface PaymentEvent {
  kind: string
  payment: Payment
}

type Fields = Record<string, unknown>

/** The events that tell of a donation's money; Razorpay has a hundred others. */
const KINDS = ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid', 'refund.processed']
/** Those that are sent at the moment of the capture. */
const CAPTURES = ['payment.captured', 'order.paid']

/** A webhook's content; `undefined` when it tells nothing that we keep. */
export function readEvent(content: unknown): PaymentEvent | undefined {
  const event = fieldsOf(content)
  const kind = event.event
  if (typeof kind !== 'string' || !KINDS.includes(kind)) return undefined
  const at = timeOf(event.created_at)
  const payment = readPayment(fieldsOf(fieldsOf(event.payload).payment).entity, at)
  if (!payment) return undefined
  return { kind, payment: CAPTURES.includes(kind) && at ? { ...payment, capturedAt: at } : payment }
}

/** A payment entity as it was at `saidAt`; `undefined` for one that belongs to no order or lacks what we go by. */
export function readPayment(content: unknown, saidAt: Date | null): Payment | undefined {
  const fields = fieldsOf(content)
  const { id, order_id, amount, currency, status, captured, amount_refunded, method } = fields
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
    createdAt: timeOf(fields.created_at),
    capturedAt: timeOf(fields.captured_at),
    saidAt,
  }
}

/** All payments of a collection that can be read. */
export function readPayments(content: unknown, saidAt: Date | null): Payment[] {
  const { items } = fieldsOf(content)
  return Array.isArray(items) ? items.flatMap((item) => readPayment(item, saidAt) ?? []) : []
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
