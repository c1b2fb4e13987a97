import type { AppDependencies } from '../../dependencies.ts'
import { RECONCILE_ORDER } from '../../jobs/job-kinds.ts'
import { type JobHandler, PostponedJob } from '../../jobs/job-runner.ts'
import { record } from './payment-service.ts'
import { wasCaptured } from './payment-status.ts'
import { findDonationOfOrder } from './payment-store.ts'
import { fetchPaymentsOfOrder } from './razorpay-client.ts'
import { nextLook } from './reconcile-schedule.ts'

/** The jobs of payments, for the runner. */
export function paymentJobs(
  parts: Pick<AppDependencies, 'config' | 'db' | 'trust'>,
): Readonly<Record<string, JobHandler>> {
  return {
    /** Asks Razorpay what became of an order, until its money is captured or cannot come any more: a webhook may be lost. */
    [RECONCILE_ORDER]: async (orderId, log) => {
      const { config, db } = parts
      const before = await findDonationOfOrder(db, orderId)
      if (!before || wasCaptured(before.status)) return
      const next = nextLook(new Date(before.created_at), new Date(), config.timeZone)
      try {
        if (config.razorpay) {
          for (const payment of await fetchPaymentsOfOrder(config.razorpay, orderId)) {
            if (payment.orderId === orderId) await record({ ...parts, log }, payment)
          }
        }
      } catch (error) {
        log.error({ err: error, orderId }, 'an order could not be looked at')
        throw error
      }
      const after = await findDonationOfOrder(db, orderId)
      if (next && !wasCaptured(after?.status ?? null)) throw new PostponedJob(next)
    },
  }
}
