import { createHmac } from 'node:crypto'
import { insertDonation } from '../support/seed-donations.ts'
import type { Sql } from '../support/sql.ts'

/** The data of a `payment.captured` webhook event of Razorpay. */
export interface CaptureEvent {
  /** Razorpay's id of the event; the same for every delivery. */
  eventId: string
  donationId: string
  paymentId: string
  orderId: string
  /** Paise. */
  amount: number
  /** Milliseconds since 1970. */
  capturedAt: number
}

const WEBHOOK_SECRET = 'kill-webhook-secret'

/** Settings of a server that accepts the events. The server never calls Razorpay here. */
export const RAZORPAY_SETTINGS = {
  RAZORPAY_KEY_ID: 'rzp_test_kill',
  RAZORPAY_KEY_SECRET: 'kill-key-secret',
  RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
}

/**
 * Capture times in three financial years, so that three receipt series grow at once. In
 * milliseconds since 1970.
 */
const DAYS = ['2023-12-24T10:00:00Z', '2024-12-24T10:00:00Z', '2025-12-24T10:00:00Z'].map((day) => Date.parse(day))
const NAMES = ['Meera Joshi', 'सीता शर्मा', "Joseph D'Souza", 'Vikram राठौड़', null]

/**
 * Inserts pending donations directly into the database. Returns the events that will capture them.
 */
export async function addOrders(sql: Sql, random: () => number, first: number, count: number): Promise<CaptureEvent[]> {
  const events: CaptureEvent[] = []
  for (let number = first; number < first + count; number += 1) {
    const name = `${number}`.padStart(10, '0')
    const capturedAt = (DAYS[Math.floor(random() * DAYS.length)] ?? 0) + number * 1000
    const event = {
      eventId: `evt_${name}`,
      donationId: name.padStart(24, '0'),
      paymentId: `pay_${name}`,
      orderId: `order_${name}`,
      amount: 100 + Math.floor(random() * 10_000_000),
      capturedAt,
    }
    const orderedAt = new Date(capturedAt - 60_000).toISOString()
    await insertDonation(sql, {
      id: event.donationId,
      donor_name: NAMES[number % NAMES.length] ?? null,
      amount: event.amount,
      purpose: 'Gau Seva',
      status: 'created',
      order_id: event.orderId,
      created_at: orderedAt,
    })
    events.push(event)
  }
  return events
}

/**
 * Sends a capture event as Razorpay does and returns the status. Throws if no response arrives.
 */
export async function sendCapture(url: string, { eventId, ...event }: CaptureEvent): Promise<number> {
  const seconds = Math.floor(event.capturedAt / 1000)
  const payment = {
    id: event.paymentId,
    entity: 'payment',
    amount: event.amount,
    currency: 'INR',
    status: 'captured',
    order_id: event.orderId,
    method: 'upi',
    captured: true,
    created_at: seconds,
  }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_kill',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity: payment } },
    created_at: seconds,
  })
  const response = await fetch(`${url}/api/donate/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'),
    },
    body,
  })
  await response.text()
  return response.status
}
