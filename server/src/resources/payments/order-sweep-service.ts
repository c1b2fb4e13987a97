import type { RazorpayAccount } from '../../config.ts'
import type { AppDependencies } from '../../dependencies.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import * as openOrders from './open-order-store.ts'
import { recordFetched } from './payment-service.ts'
import { wasCaptured } from './payment-status.ts'
import { findDonationOfOrder } from './payment-store.ts'
import { fetchPaymentsOfOrder, isFinalRefusal } from './razorpay-client.ts'
import { isLastQuery, nextReconcileTime } from './reconcile-schedule.ts'

type SweepDependencies = Pick<AppDependencies, 'config' | 'db' | 'trust'> & { log: JobLog }

const AT_ONCE = 4
const BATCH_SIZE = 100
const MINUTE_MS = 60_000
/** Waits after the first failed query of an order, the second and so on; the last repeats. */
const RETRY_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 3 * 60 * MINUTE_MS] as const
/** Razorpay repeats an event for a day. A later one finds the payment recorded. */
const REPORTS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS

/**
 * Asks Razorpay about the open orders that are due, a few at a time, because a webhook may be lost.
 * An order is closed when it is captured, when Razorpay refuses the query for good, or after 7 days
 * (decision 36). An unpaid order then fails; a later capture is still recorded. Stops at the first
 * failure of Razorpay: the other orders stay due.
 */
export async function sweepOpenOrders(dependencies: SweepDependencies, signal?: AbortSignal): Promise<void> {
  const { config, db } = dependencies
  const account = config.razorpay
  if (!account) return
  const now = new Date()
  await openOrders.deleteReportsBefore(db, new Date(now.getTime() - REPORTS_KEPT_MS))
  let isReachable = true
  while (isReachable && !signal?.aborted) {
    const due = await openOrders.listDueOrders(db, now, BATCH_SIZE)
    if (due.length === 0) return
    const queue = due.values()
    const work = async () => {
      for (const order of queue) {
        if (!isReachable || signal?.aborted) return
        isReachable = (await reconcileOrder(dependencies, account, order, now)) && isReachable
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
}

/** Returns false if Razorpay should not be asked again for now. */
async function reconcileOrder(
  dependencies: SweepDependencies,
  account: RazorpayAccount,
  { order_id: orderId, ordered_at, failures }: openOrders.OpenOrder,
  now: Date,
): Promise<boolean> {
  const { db, config, log } = dependencies
  const orderedAt = new Date(ordered_at)
  const isLast = isLastQuery(orderedAt, now)
  if (await isClosed(dependencies, orderId)) return true
  try {
    for (const payment of await fetchPaymentsOfOrder(account, orderId)) {
      if (payment.orderId === orderId) await recordFetched(dependencies, payment)
    }
  } catch (error) {
    if (isFinalRefusal(error)) {
      log.error({ err: error, orderId }, 'Razorpay refuses an order for good; it counts as unpaid')
      await closeUnpaid(dependencies, orderId)
      return true
    }
    const wait = RETRY_MS[failures] ?? (isLast ? undefined : RETRY_MS[3])
    if (wait === undefined) {
      log.error({ err: error, orderId }, 'could not reconcile an order; it counts as unpaid after 7 days')
      await closeUnpaid(dependencies, orderId)
    } else {
      log.error({ err: error, orderId }, 'could not reconcile an order; will retry')
      const dueAt = new Date(now.getTime() + wait)
      await openOrders.postponeOrder(db, orderId, { dueAt, failures: failures + 1 })
    }
    return false
  }
  if (await isClosed(dependencies, orderId)) return true
  const dueAt = nextReconcileTime(orderedAt, now, config.timeZone)
  if (dueAt) await openOrders.postponeOrder(db, orderId, { dueAt, failures: 0 })
  else await closeUnpaid(dependencies, orderId)
  return true
}

/** Closes a captured order, and one whose donation does not exist. */
async function isClosed({ db }: SweepDependencies, orderId: string): Promise<boolean> {
  const donation = await findDonationOfOrder(db, orderId)
  if (donation && !wasCaptured(donation.status)) return false
  await openOrders.deleteOpenOrder(db, orderId)
  return true
}

async function closeUnpaid({ db }: SweepDependencies, orderId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await openOrders.markUnpaidFailed(transaction, orderId)
    await openOrders.deleteOpenOrder(transaction, orderId)
  })
}
