import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A payment entity of Razorpay. addPayment() fills missing fields as for a captured payment. */
type PaymentEntity = Record<string, unknown> & { id: string; order_id: string; amount: number; status: string }

export interface FakeRazorpay {
  /** Settings of the server under test. */
  env: Record<string, string>
  /** Received calls, such as `POST /v1/orders`. */
  calls: string[]
  orders: Map<string, { amount: number; currency: string; receipt: string }>
  payments: Map<string, PaymentEntity>
  /** The refunds of payments that have any. */
  refunds: Map<string, object[]>
  /** Items of the settlement report, each with its day in India. An item may be anything. */
  settlements: { day: string; item: unknown }[]
  /** Returned in place of every page of the settlement report. */
  settlementPage: unknown
  /**
   * Makes calls fail with an HTTP status, or breaks the connection before or within the response.
   */
  trouble: number | 'break before' | 'break within' | undefined
  /** The number of calls since `calls` was emptied that `trouble` spares. */
  troubleAfter: number
  /** Responses wait for it. */
  gate: Promise<void> | undefined
  addPayment(payment: Partial<PaymentEntity> & { order_id: string }): PaymentEntity
  /** The fields that the checkout returns to the donor's page. */
  proofOf(payment: { id: string; order_id: string }): Record<string, string>
  /** Returns the body and headers of a webhook request. */
  deliver(kind: string, payment: object, options?: DeliveryOptions): Delivery
  close(): Promise<void>
}

interface DeliveryOptions {
  eventId?: string
  at?: Date
  secret?: string
  /** The refund or the dispute of the event. */
  returned?: object | undefined
}

export interface Delivery {
  payload: Buffer
  headers: Record<string, string>
}

const KEY = { id: 'rzp_test_key', secret: 'secret of the key' }
const WEBHOOK_SECRET = 'secret of the webhook'
export const OLD_WEBHOOK_SECRET = 'secret of last year'

/** Fewer than the server requests. */
const SETTLEMENTS_PER_PAGE = 2

let made = 0
const nextId = (kind: string) => {
  made += 1
  return `${kind}_${String(made).padStart(14, 'x')}`
}

/** Starts a fake of Razorpay's documented API on a local port. */
export async function fakeRazorpay(): Promise<FakeRazorpay> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const fake: FakeRazorpay = {
    env: {
      RAZORPAY_KEY_ID: KEY.id,
      RAZORPAY_KEY_SECRET: KEY.secret,
      RAZORPAY_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${OLD_WEBHOOK_SECRET}`,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    },
    calls: [],
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    settlements: [],
    settlementPage: undefined,
    trouble: undefined,
    troubleAfter: 0,
    gate: undefined,
    addPayment(given) {
      const order = fake.orders.get(given.order_id)
      const payment = {
        id: nextId('pay'),
        entity: 'payment',
        amount: order?.amount ?? 100,
        currency: 'INR',
        status: 'captured',
        captured: true,
        amount_refunded: 0,
        fee: 236,
        tax: 36,
        method: 'upi',
        created_at: Math.floor(Date.now() / 1000),
        ...given,
      }
      fake.payments.set(payment.id, payment)
      return payment
    },
    proofOf: ({ id, order_id }) => ({
      razorpay_order_id: order_id,
      razorpay_payment_id: id,
      razorpay_signature: sign(`${order_id}|${id}`, KEY.secret),
    }),
    deliver(kind, payment, { eventId = nextId('evt'), at = new Date(), secret = WEBHOOK_SECRET, returned } = {}) {
      const other = returned && { [kind.startsWith('refund.') ? 'refund' : 'dispute']: { entity: returned } }
      const parts = { payment: { entity: payment }, ...other }
      const content = { entity: 'event', event: kind, contains: Object.keys(parts), payload: parts }
      const payload = Buffer.from(JSON.stringify({ ...content, created_at: Math.floor(at.getTime() / 1000) }))
      return signedDelivery(payload, eventId, secret)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    const number = fake.calls.push(`${request.method} ${request.url}`)
    await fake.gate
    const trouble = number > fake.troubleAfter ? fake.trouble : undefined
    if (trouble === 'break before') return void request.socket.destroy()
    const { status, content } = answerTo(request, body, trouble)
    const text = JSON.stringify(content)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    if (trouble !== 'break within') return void response.end(text)
    response.write(text.slice(0, 10), () => request.socket.destroy())
  }

  function answerTo(
    { method, url = '', headers }: IncomingMessage,
    body: string,
    trouble: FakeRazorpay['trouble'],
  ): { status: number; content: unknown } {
    if (typeof trouble === 'number') return refuse(trouble, 'The server is down')
    const expected = `Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`
    if (headers.authorization !== expected) return refuse(401, 'Authentication failed')
    const [, , kind, id = '', rest] = url.split('/')
    if (method === 'POST' && kind === 'orders') {
      const { amount, currency, receipt } = JSON.parse(body)
      const order = { id: nextId('order'), entity: 'order', amount, currency, receipt, status: 'created' }
      fake.orders.set(order.id, order)
      return { status: 200, content: order }
    }
    if (kind === 'orders' && rest === 'payments') {
      const items = [...fake.payments.values()].filter(({ order_id }) => order_id === id)
      return { status: 200, content: { entity: 'collection', count: items.length, items } }
    }
    if (kind === 'settlements') return { status: 200, content: fake.settlementPage ?? settlementPage(url) }
    if (rest?.startsWith('refunds?')) {
      const items = fake.refunds.get(id) ?? []
      return { status: 200, content: { entity: 'collection', count: items.length, items } }
    }
    const payment = fake.payments.get(id)
    return payment ? { status: 200, content: payment } : refuse(400, 'The id provided does not exist')
  }

  function settlementPage(url: string) {
    const query = new URL(url, 'http://razorpay').searchParams
    const [from, count] = [Number(query.get('skip')), Math.min(Number(query.get('count')), SETTLEMENTS_PER_PAGE)]
    const day = ['year', 'month', 'day'].flatMap((name) => query.get(name) ?? []).join('-')
    const settled = fake.settlements.filter((settlement) => settlement.day.startsWith(day))
    const items = settled.slice(from, from + count).map(({ item }) => item)
    return { entity: 'collection', count: items.length, items }
  }

  return fake
}

/** Signs any bytes as Razorpay does. */
export function signedDelivery(payload: Buffer, eventId = nextId('evt'), secret = WEBHOOK_SECRET): Delivery {
  const headers = { 'x-razorpay-signature': sign(payload, secret), 'x-razorpay-event-id': eventId }
  return { payload, headers: { ...headers, 'content-type': 'application/json' } }
}

function refuse(status: number, description: string) {
  return { status, content: { error: { code: 'BAD_REQUEST_ERROR', description } } }
}

function sign(content: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex')
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
