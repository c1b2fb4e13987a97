import { createHmac } from 'node:crypto'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { type Database, startOwnServer } from '../support/own-server.ts'
import type { Program } from '../support/program.ts'
import { seedData } from '../support/seed.ts'

export interface FuzzTarget {
  url: string
  server: Program
  /** The fields by which a donor's browser proves a payment. */
  proof: Record<string, string>
  /** Payments of paid orders, which a person must check. */
  heldPayments: readonly HeldPayment[]
  /** The signature of a webhook event, as Razorpay makes it. */
  sign(body: Buffer): string
  close(): Promise<void>
}

interface HeldPayment {
  donationId: string
  paymentId: string
}

/** Donations with receipts, and how often each was paid again; half of that was refunded. */
const CAPTURES = 5
const HELD_PER_CAPTURE = 6

/** The built server with seed data and a fake payment service. Limits count apart for each address. */
export async function openFuzzTarget(database: Database): Promise<FuzzTarget> {
  const razorpay = await startRazorpay()
  const server = await startOwnServer(database, {
    TRUSTED_PROXIES: '127.0.0.1',
    // The cost of passwords is not what is tested.
    ARGON2_MEMORY_KIB: '1024',
    ARGON2_ITERATIONS: '1',
    ...razorpay.settings,
  })
  const { url, program } = server
  const close = async () => {
    await server.close()
    await razorpay.stop()
  }
  try {
    const sql = await server.openSql()
    await seedData(sql)
    const heldPayments: HeldPayment[] = []
    for (let number = 0; number < CAPTURES; number++) {
      const orderId = await createOrder(url)
      const [donation] = await sql.all('select id from donations where order_id = ?', orderId)
      await razorpay.sendEvent(url, 'payment.captured', razorpay.pay(orderId).razorpay_payment_id)
      for (let again = 0; again < HELD_PER_CAPTURE; again++) {
        const paymentId = razorpay.pay(orderId).razorpay_payment_id
        await razorpay.sendEvent(url, 'payment.captured', paymentId)
        if (again % 2 === 0) razorpay.refund(paymentId)
        heldPayments.push({ donationId: String(donation?.id), paymentId })
      }
    }
    await sql.close()
    return {
      url,
      server: program,
      proof: razorpay.pay(await createOrder(url)),
      heldPayments,
      sign: (body) => createHmac('sha256', razorpay.settings.RAZORPAY_WEBHOOK_SECRET).update(body).digest('hex'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a donation; returns the id of its order. */
async function createOrder(url: string): Promise<string> {
  const response = await fetch(`${url}/api/donate/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 50_000, donorName: 'Fuzz Donor' }),
  })
  const { data } = (await response.json()) as { data: { orderId: string } }
  return data.orderId
}
