import type { HeldPayment } from '@sevadesk/contract/donations/held-payment-schemas.ts'
import type { SharedApp } from '../shared-app.ts'
import type { FakeRazorpay } from './fake-razorpay.ts'
import { paymentCalls } from './payment-calls.ts'

export const AMOUNT = 50_000
/** In India: 10 May 2026. */
export const START = Date.parse('2026-05-10T06:00:00Z')
export const DAY_MS = 24 * 60 * 60 * 1000

export interface Report {
  kind: string
  /** Days after the order. */
  day: number
  payment?: object
  returned?: object
}

export const refund = (kind: 'processed' | 'failed', day: number, payment: object, amount = AMOUNT): Report => ({
  ...{ kind: `refund.${kind}`, day, payment, returned: { id: 'rfnd_1', amount } },
})
export const dispute = (kind: string, day: number, fields: object = {}): Report => ({
  ...{ kind: `payment.dispute.${kind}`, day, returned: { id: 'disp_1', amount: 20_000, currency: 'INR', ...fields } },
})
export const WHOLE = { status: 'refunded', amount_refunded: AMOUNT }
export const UNCAPTURED = { ...WHOLE, captured: false }
export const CAPTURE: Report = { kind: 'payment.captured', day: 0 }

/** What adds payments at Razorpay and reports them. */
export function reportedPayments(here: SharedApp, razorpay: FakeRazorpay, engine: string) {
  const calls = paymentCalls(here, razorpay)
  const { order, report } = calls
  let made = 0
  /** Adds a payment, and `send`, which reports it. Ids of refunds and disputes are its own. */
  async function buildPayment(fields: object = {}, donor: object = {}) {
    made += 1
    const own = `_${engine}_${made}`
    const created_at = START / 1000
    const payment = razorpay.addPayment({ order_id: await order(donor), created_at, ...fields })
    const named = (returned: object) => ({ ...returned, id: `${(returned as { id: string }).id}${own}` })
    const latest = new Map<string, Report>()
    /** Sets the refunds that Razorpay lists after them. */
    const stage = (reports: readonly Report[]) => {
      for (const each of reports.filter(({ kind }) => kind.startsWith('refund.'))) {
        const { id } = named(each.returned ?? {})
        const { day, kind } = latest.get(id) ?? { day: 0, kind: '' }
        if (each.day > day || (each.day === day && kind !== 'refund.failed')) latest.set(id, each)
      }
      const statusOf = ({ kind }: Report) => kind.slice('refund.'.length)
      const refunds = [...latest.values()].map((each) => ({ ...named(each.returned ?? {}), status: statusOf(each) }))
      razorpay.refunds.set(payment.id, refunds)
    }
    const send = (each: Report) => {
      const { kind, day, payment: changes, returned } = each
      stage([each])
      const at = new Date(START + day * DAY_MS)
      return report({ ...payment, ...changes }, kind, { at, ...(returned && { returned: named(returned) }) })
    }
    const listed = async (): Promise<HeldPayment[]> =>
      (await here.read('/donate/held?limit=100')).data.filter(({ paymentId }: HeldPayment) => paymentId === payment.id)
    const reasons = async () => (await listed()).map(({ reason }) => reason)
    return { payment, send, stage, listed, reasons }
  }

  /** Adds another attempt of the order, and returns what reports it. */
  function buildAttempt(orderId: string) {
    made += 1
    const attempt = razorpay.addPayment({ order_id: orderId, created_at: START / 1000, amount: AMOUNT })
    const refunded = { id: `rfnd_${engine}_${made}`, amount: AMOUNT }
    const send = (kind: string, changes: object = {}, returned?: object) =>
      report({ ...attempt, ...changes }, kind, { at: new Date(START + 1000), ...(returned && { returned }) })
    const sendRefund = () => send('refund.processed', UNCAPTURED, refunded)
    return { attempt, send, sendRefund }
  }

  return { ...calls, buildPayment, buildAttempt }
}
