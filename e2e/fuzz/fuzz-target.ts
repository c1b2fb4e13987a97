import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { createDatabase } from '../support/postgresql.ts'
import { type Program, startProgram } from '../support/program.ts'
import { seedData } from '../support/seed.ts'
import { openPostgresql, openSqlite } from '../support/sql.ts'
import { CREDENTIALS } from '../support/test-server.ts'

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
export async function openFuzzTarget(database: 'sqlite' | 'postgresql'): Promise<FuzzTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-fuzz-'))
  const razorpay = await startRazorpay()
  const databaseUrl = database === 'postgresql' ? await createDatabase() : ''
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    // The cost of passwords is not what is tested.
    ARGON2_MEMORY_KIB: '1024',
    ARGON2_ITERATIONS: '1',
    ...razorpay.settings,
  }
  const removeData = async () => {
    await razorpay.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const server = await startProgram('server/dist/main.js', settings, `${url}/api/health`)
    const sql = databaseUrl ? await openPostgresql(databaseUrl) : openSqlite(join(dataDir, 'sevadesk.sqlite'))
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
      server,
      proof: razorpay.pay(await createOrder(url)),
      heldPayments,
      sign: (body) => createHmac('sha256', razorpay.settings.RAZORPAY_WEBHOOK_SECRET).update(body).digest('hex'),
      async close() {
        await server.kill()
        await removeData()
      },
    }
  } catch (error) {
    await removeData()
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
