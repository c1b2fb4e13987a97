import type { HistoryReason } from '@sevadesk/contract/records/history.ts'
import type { RazorpayAccount } from '../../config.ts'
import type { AppDependencies } from '../../dependencies.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import * as openOrders from './open-order-store.ts'
import { recordFetched } from './payment-service.ts'
import { wasCaptured } from './payment-status.ts'
import { findDonationOfOrder } from './payment-store.ts'
import { fetchPaymentsOfOrder, isFinalRefusal, isOutage, isRefusal } from './razorpay-client.ts'
import { nextReconcileTime } from './reconcile-schedule.ts'

type SweepDependencies = Pick<AppDependencies, 'config' | 'db' | 'trust' | 'history'> & { log: JobLog }

const AT_ONCE = 4
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Wait after a failure of Razorpay or an error of ours. */
const RETRY_MS = HOUR_MS / 2
/** An order of this age is closed if Razorpay rejects it. */
const UNREPORTED_LIMIT_MS = 30 * DAY_MS

/**
 * Asks Razorpay about the open orders that are due, a few at a time, because a webhook may be lost.
 * An order is closed when it is captured, or when Razorpay reports it unpaid after 7 days. After 30
 * days a rejection closes it too, but an outage or a fault of ours never does (decision 21). An unpaid
 * order then fails; a later capture is still recorded.
 */
export async function sweepOpenOrders(dependencies: SweepDependencies, signal?: AbortSignal): Promise<void> {
  const { config, db } = dependencies
  const now = new Date()
  await openOrders.limitFutureOrders(db, now)
  if (config.razorpay) await reconcileDueOrders(dependencies, config.razorpay, now, signal)
  else await closeUnreportable(dependencies, now, signal)
}

/** Stops at a failure, and when Razorpay rejects every order, so that wrong keys cost few calls. */
async function reconcileDueOrders(
  dependencies: SweepDependencies,
  account: RazorpayAccount,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  while (!signal?.aborted) {
    const due = await openOrders.listDueOrders(dependencies.db, now, AT_ONCE)
    if (due.length === 0) return
    const outcomes = await Promise.all(due.map((order) => reconcileOrLog(dependencies, account, order, now)))
    if (outcomes.includes('failed')) return
    if (outcomes.every((outcome) => outcome === 'rejected')) {
      const orderIds = due.map(({ order_id }) => order_id)
      dependencies.log.error({ orderIds }, 'Razorpay rejected these orders; do its keys belong to their account?')
      return
    }
  }
}

type Outcome = 'reconciled' | 'rejected' | 'failed'

async function reconcileOrLog(...parameters: Parameters<typeof reconcileOrder>): Promise<Outcome> {
  const [dependencies, , { order_id: orderId, ordered_at }, now] = parameters
  return reconcileOrder(...parameters).catch(async (error: unknown): Promise<Outcome> => {
    dependencies.log.error({ err: error, orderId }, 'could not reconcile an order; will retry')
    if (isTooOld(ordered_at, now)) {
      if (isRefusal(error) && !isOutage(error)) await closeUnreported(dependencies, orderId)
      // The money may have been paid, so the order stays open; only its queries become rare.
      else
        await openOrders
          .postponeOrder(dependencies.db, orderId, new Date(now.getTime() + DAY_MS))
          .catch(() => undefined)
    }
    return 'failed'
  })
}

async function reconcileOrder(
  dependencies: SweepDependencies,
  account: RazorpayAccount,
  { order_id: orderId, ordered_at }: openOrders.OpenOrder,
  now: Date,
): Promise<Outcome> {
  const { db, config, log } = dependencies
  if (await closeIfPaid(dependencies, orderId)) return 'reconciled'
  // Before the call, so that an order that we cannot record does not hold up the others.
  await openOrders.postponeOrder(db, orderId, new Date(now.getTime() + RETRY_MS))
  const payments = await fetchPaymentsOfOrder(account, orderId).catch((error: unknown) => {
    if (!isFinalRefusal(error)) throw error
    log.error({ err: error, orderId }, 'Razorpay rejected the query of an order; will retry')
    return undefined
  })
  const nextTime = nextReconcileTime(new Date(ordered_at), now, config.timeZone)
  if (!payments && isTooOld(ordered_at, now)) {
    await closeUnreported(dependencies, orderId)
    return 'rejected'
  }
  if (!payments) {
    await openOrders.postponeOrder(db, orderId, nextTime ?? new Date(now.getTime() + DAY_MS))
    return 'rejected'
  }
  for (const payment of payments) {
    if (payment.orderId === orderId) await recordFetched(dependencies, payment)
  }
  if (await closeIfPaid(dependencies, orderId)) return 'reconciled'
  if (nextTime) await openOrders.postponeOrder(db, orderId, nextTime)
  else await closeUnpaid(dependencies, orderId, 'unpaid after 7 days')
  return 'reconciled'
}

/** Closes a captured order, and one whose donation does not exist. */
async function closeIfPaid({ db }: SweepDependencies, orderId: string): Promise<boolean> {
  const donation = await findDonationOfOrder(db, orderId)
  if (donation && !wasCaptured(donation.status)) return false
  await openOrders.deleteOpenOrder(db, orderId)
  return true
}

function isTooOld(orderedAt: string, now: Date): boolean {
  return Date.parse(orderedAt) <= now.getTime() - UNREPORTED_LIMIT_MS
}

/** Without an account at Razorpay nothing can report an order. */
async function closeUnreportable(
  dependencies: SweepDependencies,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db } = dependencies
  const limit = new Date(now.getTime() - UNREPORTED_LIMIT_MS)
  while (!signal?.aborted) {
    const order = await openOrders.findOrderUntil(db, limit)
    if (!order) return
    await closeUnreported(dependencies, order.order_id)
  }
}

async function closeUnreported(dependencies: SweepDependencies, orderId: string): Promise<void> {
  dependencies.log.error({ orderId }, 'Razorpay did not report the order within 30 days; marked as unpaid')
  await closeUnpaid(dependencies, orderId, 'no report of Razorpay within 30 days')
}

async function closeUnpaid({ db, history }: SweepDependencies, orderId: string, reason: HistoryReason): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const id = await openOrders.markUnpaidFailed(transaction, orderId)
    await openOrders.deleteOpenOrder(transaction, orderId)
    if (id === undefined) return
    const details = { reason, orderId }
    await history.server.record(transaction, {
      action: 'donation.failed',
      recordKind: 'donation',
      recordId: id,
      details,
    })
  })
}
