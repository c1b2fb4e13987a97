import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

interface Payment {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: 'captured' | 'refunded' | 'failed'
  captured: boolean
  amount_refunded: number
  fee: number
  tax: number
  method: string
  /** Seconds since 1970. */
  created_at: number
}

interface Order {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string
  status: 'created' | 'paid'
}

const KEY = { id: 'rzp_test_e2e', secret: 'key-secret-of-the-tests' }
const WEBHOOK_SECRET = 'webhook-secret-of-the-tests'

/**
 * A local fake of Razorpay's API as its public documentation describes it. Covers what a donation
 * needs: orders, payments, signatures and webhooks. It settles nothing.
 */
export async function startRazorpay() {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  let count = 0
  const newId = (kind: string) => `${kind}_e2e${process.pid}x${++count}`

  const server = createServer(async (request, response) => {
    const { status, body } = await respond(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  async function respond(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const expected = `Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`
    if (request.headers.authorization !== expected) return refusal(401, 'Authentication failed')
    const [, , kind, id = '', rest] = (request.url ?? '').split('/')
    if (request.method === 'POST' && kind === 'orders') return { status: 200, body: makeOrder(await bodyOf(request)) }
    if (kind === 'orders' && rest === 'payments') {
      const items = [...payments.values()].filter(({ order_id }) => order_id === id)
      return { status: 200, body: { entity: 'collection', count: items.length, items } }
    }
    if (kind === 'settlements') return { status: 200, body: { entity: 'collection', count: 0, items: [] } }
    const record = kind === 'orders' ? orders.get(id) : payments.get(id)
    return record ? { status: 200, body: record } : refusal(400, 'The id provided does not exist')
  }

  function makeOrder({ amount, currency, receipt }: Record<string, unknown>): Order {
    const fields = { amount: Number(amount), currency: String(currency), receipt: String(receipt) }
    const order: Order = { id: newId('order'), entity: 'order', ...fields, status: 'created' }
    orders.set(order.id, order)
    return order
  }

  return {
    /** Settings with which our server calls this fake. */
    settings: {
      RAZORPAY_KEY_ID: KEY.id,
      RAZORPAY_KEY_SECRET: KEY.secret,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    },

    /** Pays an order and returns the fields that Razorpay's checkout passes to the page. */
    pay(orderId: string) {
      const order = orders.get(orderId)
      if (!order) throw new Error(`No order ${orderId}`)
      order.status = 'paid'
      const paid = {
        status: 'captured',
        captured: true,
        amount_refunded: 0,
        fee: 236,
        tax: 36,
        method: 'upi',
        created_at: Math.floor(Date.now() / 1000),
      } as const
      const { amount, currency } = order
      const payment: Payment = { id: newId('pay'), entity: 'payment', order_id: orderId, amount, currency, ...paid }
      payments.set(payment.id, payment)
      return {
        razorpay_order_id: orderId,
        razorpay_payment_id: payment.id,
        razorpay_signature: createHmac('sha256', KEY.secret).update(`${orderId}|${payment.id}`).digest('hex'),
      }
    },

    /** Refunds a whole payment. */
    refund(paymentId: string) {
      const payment = payments.get(paymentId)
      if (payment) payments.set(paymentId, { ...payment, status: 'refunded', amount_refunded: payment.amount })
    },

    /** Sends a signed webhook event for a payment; returns the status of the response. */
    async sendEvent(apiUrl: string, event: string, paymentId: string): Promise<number> {
      const payment = payments.get(paymentId)
      const content = { entity: 'event', event, contains: ['payment'], payload: { payment: { entity: payment } } }
      const body = JSON.stringify({ ...content, created_at: payment?.created_at })
      const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')
      const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': newId('evt') }
      const response = await fetch(`${apiUrl}/api/donate/webhook`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      return response.status
    },

    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refusal(status: number, description: string) {
  return { status, body: { error: { code: 'BAD_REQUEST_ERROR', description } } }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
