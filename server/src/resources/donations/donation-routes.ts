import type { Readable } from 'node:stream'
import * as endpoints from '@sevadesk/contract/donation.ts'
import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donation.ts'
import { csvFileName } from '@sevadesk/contract/donation-csv.ts'
import * as schemas from '@sevadesk/contract/donation-schemas.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import { DonationFigures } from './donation-figures.ts'
import { findNewest, findPage, walkDonations, wishOf } from './donation-list.ts'
import * as service from './donation-service.ts'
import { countDeleted, listDeleted } from './donation-store.ts'
import { csvStream, jsonStream } from './donation-stream.ts'
import { shownTo } from './donation-view.ts'

const LISTS = ['Donations', 'UserInformation'] as const

export function donationRoutes(app: FastifyInstance, { config: { timeZone }, db }: AppDependencies): void {
  const figures = figuresOf(app, db)
  const parts = { db, figures }
  const clock = () => ({ now: Date.now(), timeZone })

  route(app, endpoints.listDonations, schemas.listDonations, LISTS, async ({ query, admin }, reply) => {
    const wish = wishOf(query, clock())
    const shown = shownTo(admin)
    if (query.page === undefined && query.limit === undefined) {
      return asJson(reply, jsonStream(await walkDonations(parts, wish), shown))
    }
    const { donations, ...rest } = await findPage(parts, wish, placeOf(query))
    return { success: true, data: donations.map(shown), ...rest }
  })

  route(
    app,
    endpoints.listSuccessfulDonations,
    schemas.listSuccessfulDonations,
    ['Dashboard', 'Donations'],
    async ({ query: { limit }, admin }, reply) => {
      const wish = wishOf({ status: 'authorized' }, clock())
      const shown = shownTo(admin)
      if (limit === undefined) return asJson(reply, jsonStream(await walkDonations(parts, wish), shown))
      const { donations, ...sums } = await findNewest(parts, wish, Number(limit))
      return { success: true, data: donations.map(shown), ...sums }
    },
  )

  route(app, endpoints.summarizeDonations, schemas.summarizeDonations, ['Donations'], async () => ({
    success: true,
    data: await figures.summarize(clock()),
  }))

  route(app, endpoints.exportDonations, schemas.exportDonations, ['Donations'], async ({ query }, reply) => {
    const now = clock()
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${csvFileName(now.now, timeZone)}"`)
    return csvStream(await walkDonations(parts, wishOf(query, now)), timeZone)
  })

  route(app, endpoints.listDeletedDonations, schemas.listDeletedDonations, ['Donations'], async ({ query }) => {
    const { page, limit } = placeOf(query)
    const total = await countDeleted(db)
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    const data = await listDeleted(db, { offset: (existing - 1) * limit, limit })
    return { success: true, data, total, isCapped: false, page: existing }
  })

  route(app, endpoints.deleteDonation, schemas.deleteDonation, LISTS, async ({ params: { id }, admin }) => {
    if (!isId(id)) throw service.noSuchDonation()
    await service.deleteDonation(db, id, admin)
    return { success: true, message: 'The donation has been deleted.' }
  })

  route(app, endpoints.restoreDonation, schemas.restoreDonation, ['Donations'], async ({ params: { id }, admin }) => {
    if (!isId(id)) throw service.notDeleted()
    await service.restoreDonation(db, id, admin)
    return { success: true, message: 'The donation has been restored.' }
  })
}

/** Beyond any last page, and still a number to count with. */
const PAGE_MAX = 1e10

function placeOf({ page, limit }: { page?: string; limit?: string }): { page: number; limit: number } {
  return { page: Math.min(Number(page ?? 1), PAGE_MAX), limit: Number(limit ?? DONATIONS_PER_PAGE) }
}

function asJson(reply: FastifyReply, stream: Readable): Readable {
  reply.type('application/json; charset=utf-8')
  return stream
}

/** The figures of a server, read in the background as soon as it is there. */
function figuresOf(app: FastifyInstance, db: AppDependencies['db']): DonationFigures {
  const figures = new DonationFigures(db)
  let isClosing = false
  app.addHook('onReady', async () => {
    figures.warmUp().catch((error: unknown) => {
      if (!isClosing) app.log.warn({ err: error }, 'the sums of donations could not be read beforehand')
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
  })
  return figures
}
