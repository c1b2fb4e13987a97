import { accountantFileName } from '@sevadesk/contract/donations/donation-csv.ts'
import * as schemas from '@sevadesk/contract/donations/donation-group-schemas.ts'
import * as endpoints from '@sevadesk/contract/donations/donation-groups.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import { accountantFile } from './accountant-service.ts'
import { readFilter } from './donation-filter-service.ts'
import { groupDonations, listFieldChoices } from './donation-group-service.ts'
import { recordExport } from './donation-service.ts'

export function donationGroupRoutes(app: FastifyInstance, { config, db, history }: AppDependencies): void {
  const { timeZone } = config
  const clock = () => ({ now: Date.now(), timeZone })

  route(
    app,
    endpoints.groupDonations,
    schemas.groupDonations,
    ['Donations'],
    async ({ query: { by = 'month', ...filter } }) => ({
      success: true,
      data: await groupDonations(db, by, await readFilter(db, filter, 'receivedAt', clock()), timeZone),
    }),
  )

  route(app, endpoints.listFieldChoices, schemas.listFieldChoices, ['Donations'], async () => ({
    success: true,
    data: await listFieldChoices(db),
  }))

  route(app, endpoints.exportForAccountant, schemas.exportForAccountant, ['Donations'], async (request, reply) => {
    const { format = 'csv', ...filter } = request.query
    const now = clock()
    const selection = await readFilter(db, filter, 'receivedAt', now)
    const { type, stream } = await accountantFile(db, selection, { format, timeZone })
    await recordExport(db, history.by(request), { format, ...filter }, 'donation.exported-for-accountant')
    const name = accountantFileName(filter, format, now)
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    return stream
  })
}
