import * as endpoints from '@sevadesk/contract/donations/donation.ts'
import * as schemas from '@sevadesk/contract/donations/donation-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import { deleteDonation } from './deleted-donation-service.ts'

export function deletedDonationRoutes(app: FastifyInstance, { config, db, trust, history }: AppDependencies): void {
  route(app, endpoints.deleteDonation, schemas.deleteDonation, ['Donations', 'UserInformation'], async (request) => {
    await deleteDonation({ config, db, trust, recorder: history.by(request) }, request.params.id)
    return { success: true, message: 'The donation has been deleted.' }
  })
}
