import { historyOf } from '../history.ts'
import type { CallOptions, SharedApp } from '../shared-app.ts'
import type { Delivery, FakeRazorpay } from './fake-razorpay.ts'

/** Calls of the public site and of Razorpay, and what the database has of their orders. */
export function paymentCalls(here: SharedApp, razorpay: FakeRazorpay) {
  const nobody = (headers: Record<string, string> = {}): CallOptions => ({ by: null, headers })
  const tryOrder = (sent: object, headers?: Record<string, string>) =>
    here.send('POST', '/donate/order', sent, nobody(headers))
  const donationOf = (orderId: string) =>
    here.db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const idOf = async (orderId: string) => (await donationOf(orderId)).id
  const deliver = ({ payload, headers }: Delivery) => here.send('POST', '/donate/webhook', payload, nobody(headers))
  return {
    ...{ tryOrder, donationOf, deliver },
    /** Orders ₹500, unless `sent` says otherwise. */
    order: async (sent: object = {}): Promise<string> =>
      (await tryOrder({ amount: 50_000, ...sent })).json().data.orderId,
    verify: (proof: object, headers?: Record<string, string>) =>
      here.send('POST', '/donate/verify', proof, nobody(headers)),
    /** Reports a payment as Razorpay's webhook does. */
    report: (
      payment: object,
      kind = 'payment.captured',
      options: { at?: Date; secret?: string; returned?: object } = {},
    ) => deliver(razorpay.deliver(kind, payment, options)),
    /** Records a held payment, or marks it as refunded. */
    resolve: async (payment: { id: string; order_id: string }, way: string, options?: CallOptions) =>
      here.send('POST', `/donate/${await idOf(payment.order_id)}/held/${payment.id}/${way}`, undefined, options),
    heldPayments: async () => (await here.read('/donate/held')).data,
    receiptsOf: async (orderId: string) =>
      here.db
        .selectFrom('receipts')
        .selectAll()
        .where('donation_id', '=', await idOf(orderId))
        .execute(),
    entriesOf: async (orderId: string) => historyOf(here.db, await idOf(orderId)),
  }
}
