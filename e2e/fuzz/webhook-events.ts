import type { JsonSchema, Operation } from './operations.ts'

const WEBHOOK = '/api/donate/webhook'
const number: JsonSchema = { type: 'integer', minimum: 1, maximum: 2_000_000_000 }
const entity: JsonSchema = {
  type: 'object',
  required: ['id', 'order_id', 'amount', 'currency', 'status', 'method', 'created_at'],
  properties: {
    id: { type: 'string', enum: ['proof-razorpay_payment_id-here', 'pay_unknown'] },
    order_id: { type: 'string', enum: ['proof-razorpay_order_id-here', 'order_unknown'] },
    amount: number,
    currency: { type: 'string', enum: ['INR', 'USD'] },
    status: { type: 'string', enum: ['captured', 'authorized', 'failed', 'refunded'] },
    method: { type: 'string', enum: ['upi', 'card'] },
    amount_refunded: number,
    fee: number,
    tax: number,
    created_at: number,
  },
}
const payment: JsonSchema = { type: 'object', required: ['entity'], properties: { entity } }
/** An event of Razorpay, whose documentation describes more fields. */
const event: JsonSchema = {
  type: 'object',
  required: ['event', 'payload', 'created_at'],
  properties: {
    event: { type: 'string', enum: ['payment.captured', 'payment.failed', 'order.paid', 'refund.processed', 'x'] },
    payload: { type: 'object', required: ['payment'], properties: { payment } },
    created_at: number,
  },
}

export function isWebhook(operation: Operation | undefined): boolean {
  return operation?.path === WEBHOOK
}

/** Gives the webhook a body, which the description leaves to Razorpay's documentation. */
export function withEvents(operation: Operation): Operation {
  return isWebhook(operation) ? { ...operation, body: { contentType: 'application/json', schema: event } } : operation
}
