import * as endpoints from '@sevadesk/contract/donations/donation.ts'
import * as schemas from '@sevadesk/contract/donations/donation-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { rangeOfPage } from '../../http/page-request.ts'
import { route } from '../../http/route.ts'
import * as service from './deleted-donation-service.ts'
import { countDeleted, listDeleted } from './deleted-donation-store.ts'

export function deletedDonationRoutes(app: FastifyInstance, { config, db, trust, history }: AppDependencies): void {
  const by = (request: FastifyRequest) => ({ config, db, trust, recorder: history.by(request) })

  route(app, endpoints.listDeletedDonations, schemas.listDeletedDonations, ['Donations'], async ({ query }) => {
    const total = await countDeleted(db)
    const { page, ...range } = rangeOfPage(query, total)
    return { success: true, data: await listDeleted(db, range), total, isCapped: false, page }
  })

  route(app, endpoints.deleteDonation, schemas.deleteDonation, ['Donations', 'UserInformation'], async (request) => {
    await service.deleteDonation(by(request), request.params.id)
    return { success: true, message: 'The donation has been deleted.' }
  })

  route(app, endpoints.restoreDonation, schemas.restoreDonation, ['Donations'], async (request) => {
    await service.restoreDonation(by(request), request.params.id)
    return { success: true, message: 'The donation has been restored.' }
  })
}
