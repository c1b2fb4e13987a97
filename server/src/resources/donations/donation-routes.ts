import type { Readable } from 'node:stream'
import * as endpoints from '@sevadesk/contract/donations/donation.ts'
import { accountantFileName, csvFileName } from '@sevadesk/contract/donations/donation-csv.ts'
import * as groupSchemas from '@sevadesk/contract/donations/donation-group-schemas.ts'
import * as groupEndpoints from '@sevadesk/contract/donations/donation-groups.ts'
import * as schemas from '@sevadesk/contract/donations/donation-schemas.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { parsePageRequest, route } from '../../http/route.ts'
import { accountantFile, groupDonations, listFieldChoices } from './donation-group-service.ts'
import * as service from './donation-list-service.ts'
import {
  ALL_SUCCESSFUL,
  chosenDay,
  findNewest,
  findPage,
  readAllDonations,
  readFilter,
  recordExport,
  summarizeForScreen,
  summarizeMatches,
} from './donation-list-service.ts'
import { csvStream, jsonStream } from './donation-stream.ts'
import { assertFieldsVisible, donationView, searchScope, successfulView } from './donation-view.ts'

const LISTS = ['Donations', 'UserInformation'] as const

export function donationRoutes(app: FastifyInstance, { config, db, history }: AppDependencies): void {
  const { timeZone } = config
  const clock = () => ({ now: Date.now(), timeZone })

  route(app, endpoints.listDonations, schemas.listDonations, LISTS, async ({ query, admin }, reply) => {
    assertFieldsVisible(admin, query)
    const view = donationView(admin)
    const { page, limit, sort = 'latest', ...filter } = query
    const searchIn = searchScope(admin, filter.searchIn)
    const selection = await readFilter(db, { ...filter, searchIn }, chosenDay(filter), clock())
    if (page === undefined && limit === undefined) {
      return asJson(reply, jsonStream(await readAllDonations(db, selection, sort), view))
    }
    const { rows, ...found } = await findPage(db, selection, { sort, ...parsePageRequest(query) })
    return { success: true, data: rows.map(view), ...found }
  })

  route(
    app,
    endpoints.listSuccessfulDonations,
    schemas.listSuccessfulDonations,
    ['Dashboard', 'Donations'],
    async ({ query: { limit }, admin }, reply) => {
      const view = successfulView(admin)
      if (limit === undefined) {
        return asJson(reply, jsonStream(await readAllDonations(db, ALL_SUCCESSFUL, 'latest'), view))
      }
      const { donations, ...totals } = await findNewest(db, Number(limit), clock())
      return { success: true, data: donations.map(view), ...totals }
    },
  )

  route(app, endpoints.summarizeDonations, schemas.summarizeDonations, ['Donations'], async () => ({
    success: true,
    ...(await summarizeForScreen(db, clock())),
  }))

  route(app, endpoints.summarizeMatches, schemas.summarizeMatches, ['Donations'], async ({ query: filter }) => ({
    success: true,
    data: await summarizeMatches(db, await readFilter(db, filter, chosenDay(filter), clock())),
  }))

  route(app, endpoints.exportDonations, schemas.exportDonations, ['Donations'], async (request, reply) => {
    const { sort = 'latest', ...filter } = request.query
    const now = clock()
    const selection = await readFilter(db, filter, chosenDay(filter), now)
    await service.recordExport(db, history.by(request), request.query)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${csvFileName(filter, now)}"`)
    return csvStream(await readAllDonations(db, selection, sort), timeZone)
  })

  route(app, endpoints.showDonationNumbers, schemas.showDonationNumbers, ['Donations'], async (request) => {
    const { id } = request.params
    if (!isId(id)) throw service.noSuchDonation()
    return { success: true, data: await service.showNumbers({ db, recorder: history.by(request) }, id) }
  })
}

function asJson(reply: FastifyReply, stream: Readable): Readable {
  reply.type('application/json; charset=utf-8')
  return stream
}

export function donationGroupRoutes(app: FastifyInstance, { config, db, history }: AppDependencies): void {
  const { timeZone } = config
  const clock = () => ({ now: Date.now(), timeZone })

  route(
    app,
    groupEndpoints.groupDonations,
    groupSchemas.groupDonations,
    ['Donations'],
    async ({ query: { by = 'month', ...filter } }) => ({
      success: true,
      data: await groupDonations(db, by, await readFilter(db, filter, 'receivedAt', clock()), timeZone),
    }),
  )

  route(app, groupEndpoints.listFieldChoices, groupSchemas.listFieldChoices, ['Donations'], async () => ({
    success: true,
    data: await listFieldChoices(db),
  }))

  route(
    app,
    groupEndpoints.exportForAccountant,
    groupSchemas.exportForAccountant,
    ['Donations'],
    async (request, reply) => {
      const { format = 'csv', ...filter } = request.query
      const now = clock()
      const selection = await readFilter(db, filter, 'receivedAt', now)
      const { type, stream } = await accountantFile(db, selection, { format, timeZone })
      await recordExport(db, history.by(request), { format, ...filter }, 'donation.exported-for-accountant')
      const name = accountantFileName(filter, format, now)
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return stream
    },
  )
}
