import { listSuccessfulDonations } from '@sevadesk/contract/donation.ts'
import * as schemas from '@sevadesk/contract/donation-schemas.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import * as store from './donation-store.ts'

export function donationRoutes(app: FastifyInstance, { db }: Parts): void {
  route(app, listSuccessfulDonations, schemas.listSuccessfulDonations, ['Dashboard', 'Donations'])(
    async ({ admin }) => {
      const donations = await store.listSuccessfulDonations(db)
      if (mayOpen(admin, 'Donations')) return { success: true, data: donations }
      // The dashboard shows sums and names; payment ids and receipts belong to the donations screen.
      return { success: true, data: donations.map(({ razorpay, receipt, ...donation }) => donation) }
    },
  )
}
