import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import * as endpoints from '@sevadesk/contract/gifts/deposit-slip.ts'
import * as schemas from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import type { FastifyInstance } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { rangeOfPage, route } from '../../http/route.ts'
import { assertSpaceForRows } from '../../http/uploads/upload-space.ts'
import { noSuchSlip } from './deposit-slip-sentences.ts'
import * as service from './deposit-slip-service.ts'
import * as store from './deposit-slip-store.ts'

const KEEPERS = ['Donations'] as const

export function depositSlipRoutes(app: FastifyInstance, { config, db, media, history }: AppDependencies): void {
  route(app, endpoints.listGiftsToDeposit, schemas.listGiftsToDeposit, KEEPERS, async ({ query }) => {
    const { total, isCapped } = await store.countGiftsToDeposit(db)
    const { page, ...range } = rangeOfPage(query, total)
    return { success: true, data: await store.listGiftsToDeposit(db, range), total, isCapped, page }
  })

  route(app, endpoints.listDepositSlips, schemas.listDepositSlips, KEEPERS, async ({ query }) => {
    const total = await store.countSlips(db)
    const { page, ...range } = rangeOfPage(query, total)
    return { success: true, data: await store.listSlips(db, range), total, isCapped: false, page }
  })

  route(app, endpoints.getDepositSlip, schemas.getDepositSlip, KEEPERS, async ({ params }) => {
    if (!isId(params.id)) throw noSuchSlip()
    return { success: true, data: await service.getSlip(db, params.id) }
  })

  route(app, endpoints.addDepositSlip, schemas.addDepositSlip, KEEPERS, async (request) => {
    const today = zonedDate(Date.now(), config.timeZone)
    const data = await runIdempotently(request, db, async (recordIdempotencyKey) => {
      await assertSpaceForRows(config, media)
      return service.addSlip({ db, recorder: history.by(request), recordIdempotencyKey }, request.body, today)
    })
    return { success: true, data, message: 'The gifts have been marked as deposited.' }
  })

  route(app, endpoints.cancelDepositSlip, schemas.cancelDepositSlip, KEEPERS, async (request) => {
    const { id } = request.params
    if (!isId(id)) throw noSuchSlip()
    const data = await service.cancelSlip({ db, recorder: history.by(request) }, id)
    return { success: true, data, message: 'The deposit slip has been cancelled.' }
  })
}
