import type { AppDependencies } from '../../dependencies.ts'
import { RECONCILE_ORDER } from '../../jobs/job-kinds.ts'
import { type JobHandler, PostponedJob } from '../../jobs/job-runner.ts'
import { recordFetched } from './payment-service.ts'
import { wasCaptured } from './payment-status.ts'
import { findDonationOfOrder } from './payment-store.ts'
import { fetchPaymentsOfOrder } from './razorpay-client.ts'
import { nextReconcileTime } from './reconcile-schedule.ts'

/** Handlers of payment jobs by kind. */
export function paymentJobs(
  dependencies: Pick<AppDependencies, 'config' | 'db' | 'trust'>,
): Readonly<Record<string, JobHandler>> {
  return {
    /**
     * Fetches the order's payments until one is captured or the order can no longer be paid,
     * because a webhook may be lost.
     */
    [RECONCILE_ORDER]: async (orderId, log) => {
      const { config, db } = dependencies
      const before = await findDonationOfOrder(db, orderId)
      if (!before || wasCaptured(before.status)) return
      const next = nextReconcileTime(new Date(before.created_at), new Date(), config.timeZone)
      try {
        if (config.razorpay) {
          for (const payment of await fetchPaymentsOfOrder(config.razorpay, orderId)) {
            if (payment.orderId === orderId) await recordFetched({ ...dependencies, log }, payment)
          }
        }
      } catch (error) {
        log.error({ err: error, orderId }, 'could not reconcile an order')
        throw error
      }
      const after = await findDonationOfOrder(db, orderId)
      if (next && !wasCaptured(after?.status ?? null)) throw new PostponedJob(next)
    },
  }
}
