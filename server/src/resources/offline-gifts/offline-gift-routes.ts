import { getDonation, renewDonationReceipt } from '@sevadesk/contract/donations/donation.ts'
import * as donationSchemas from '@sevadesk/contract/donations/donation-schemas.ts'
import * as endpoints from '@sevadesk/contract/gifts/offline-gift.ts'
import * as schemas from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { readIfMatch, route } from '../../http/route.ts'
import { moveCheque, undoChequeStep } from './cheque-service.ts'
import { correctGift, readDonation, renewOnlineReceipt, renewReceipt } from './gift-correction-service.ts'
import { noSuchGift } from './gift-sentences.ts'
import * as service from './offline-gift-service.ts'

const SECTIONS = ['Donations'] as const

export function offlineGiftRoutes(app: FastifyInstance, { config, db, trust, history }: AppDependencies): void {
  const by = (request: FastifyRequest) => ({ config, db, trust, recorder: history.by(request) })

  route(app, endpoints.addGift, schemas.addGift, SECTIONS, async (request) => {
    const data = await runIdempotently(request, db, (recordIdempotencyKey) =>
      service.addGift({ ...by(request), recordIdempotencyKey }, request.body),
    )
    return { success: true, data, message: 'The gift has been saved.' }
  })

  route(app, endpoints.getGift, schemas.getGift, SECTIONS, async ({ params: { id } }) => {
    if (!isId(id)) throw noSuchGift()
    return { success: true, data: await service.findGift(db, id) }
  })

  route(app, endpoints.updateGift, schemas.updateGift, SECTIONS, async (request) => {
    const { id } = request.params
    const expectedVersion = readIfMatch(request)
    if (!isId(id)) throw noSuchGift()
    const data = await correctGift(by(request), { id, expectedVersion }, request.body)
    return { success: true, data, message: 'The gift has been corrected.' }
  })

  route(app, endpoints.renewReceipt, schemas.renewReceipt, SECTIONS, async (request) => {
    const { id } = request.params
    const expectedVersion = readIfMatch(request)
    if (!isId(id)) throw noSuchGift()
    const data = await runIdempotently(request, db, (recordIdempotencyKey) =>
      renewReceipt({ ...by(request), recordIdempotencyKey }, { id, expectedVersion }),
    )
    return { success: true, data, message: 'The new receipt has been issued.' }
  })

  route(
    app,
    getDonation,
    donationSchemas.getDonation,
    ['Donations', 'UserInformation'],
    async ({ params: { id }, admin }) => ({ success: true, data: await readDonation(db, id, admin) }),
  )

  route(app, renewDonationReceipt, donationSchemas.renewDonationReceipt, SECTIONS, async (request) => {
    await runIdempotently(request, db, (recordIdempotencyKey) =>
      renewOnlineReceipt({ ...by(request), recordIdempotencyKey }, request.params.id),
    )
    return { success: true, message: 'The receipt has been replaced or cancelled.' }
  })

  route(app, endpoints.moveCheque, schemas.moveCheque, SECTIONS, async (request) => {
    const { id } = request.params
    const expectedVersion = readIfMatch(request)
    if (!isId(id)) throw noSuchGift()
    const data = await moveCheque(by(request), { id, expectedVersion }, request.body)
    return { success: true, data, message: `The ${data.mode} has been updated.` }
  })

  route(app, endpoints.undoChequeStep, schemas.undoChequeStep, SECTIONS, async (request) => {
    const { id } = request.params
    const expectedVersion = readIfMatch(request)
    if (!isId(id)) throw noSuchGift()
    const data = await undoChequeStep(by(request), { id, expectedVersion }, request.body.step)
    return { success: true, data, message: `The ${data.mode} has been updated.` }
  })
}
