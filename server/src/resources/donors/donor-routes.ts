import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import * as endpoints from '@sevadesk/contract/donors/donor.ts'
import * as schemas from '@sevadesk/contract/donors/donor-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { rangeOfPage, readIfMatch, route } from '../../http/route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { findFigures, startOfYear } from './donor-figures-store.ts'
import { donorView, entryView, maskedDonor } from './donor-form.ts'
import { sumByYear } from './donor-gift-store.ts'
import * as mergeService from './donor-merge-service.ts'
import * as duplicateService from './donor-merge-service.ts'
import { countOpenDuplicates, listMerges, undoUntil } from './donor-merge-store.ts'
import { findDonorPage } from './donor-search-store.ts'
import { noSuchDonor, noSuchDuplicate, noSuchMerge } from './donor-sentences.ts'
import * as service from './donor-service.ts'
import { findGiftPage, findReceiptPage } from './donor-service.ts'
import { findDonor, findDonors } from './donor-store.ts'

const READERS = ['Donations', 'UserInformation'] as const
const EDITORS = ['Donations'] as const

export function donorRoutes(app: FastifyInstance, { config, db, history }: AppDependencies): void {
  const { timeZone } = config
  const by = (request: FastifyRequest) => ({ db, recorder: history.by(request) })

  route(app, endpoints.listDonors, schemas.listDonors, READERS, async ({ query, admin }) => {
    let page = 1
    const rangeOf = (total: number) => {
      const range = rangeOfPage(query, total)
      page = range.page
      return range
    }
    const isPanSearched = mayOpen(admin, 'Donations')
    const wanted = rangeOfPage(query, Number.POSITIVE_INFINITY)
    const enough = query.best === 'true' ? wanted.offset + wanted.limit : undefined
    const since = startOfYear(timeZone)
    const { sort = 'name' } = query
    const order = sort === 'name' ? undefined : { sort, since }
    const search = { text: query.search ?? '', isPanSearched, enough, order, rangeOf }
    const { ids, total, isCapped } = await findDonorPage(db, search)
    const donors = await findDonors(db, ids)
    const given = enough === undefined ? await findFigures(db, ids, since) : undefined
    const view = entryView(admin)
    const data = donors.map((donor) => {
      if (!given) return view(donor)
      const { yearAmount = 0, lastGiftAt = null } = given.get(donor.id) ?? {}
      return { ...view(donor), yearAmount, lastGiftAt }
    })
    return { success: true, data, total, isCapped, page }
  })

  route(app, endpoints.listDuplicates, schemas.listDuplicates, READERS, async ({ query, admin }) => {
    const { total, isCapped } = await countOpenDuplicates(db)
    const { page, ...range } = rangeOfPage(query, total)
    const data = await duplicateService.listDuplicates(db, range, donorView(admin))
    return { success: true, data, total, isCapped, page }
  })

  route(app, endpoints.getDonor, schemas.getDonor, READERS, async ({ params, admin }) => {
    const donor = isId(params.id) ? await findDonor(db, params.id) : undefined
    if (!donor) throw noSuchDonor()
    const merges = await listMerges(db, donor.id, new Date())
    return {
      success: true,
      data: {
        ...donorView(admin)(donor),
        ...(await sumByYear(db, donor.id, timeZone)),
        merges: merges.map(({ id, name, merged_at, content }) => ({
          _id: id,
          name,
          gifts: content.gifts.length,
          mergedAt: merged_at,
          undoUntil: undoUntil(merged_at),
        })),
      },
    }
  })

  route(app, endpoints.listDonorGifts, schemas.listDonorGifts, READERS, async ({ params, query, admin }) => {
    if (!isId(params.id)) throw noSuchDonor()
    const rangeOf = (total: number) => rangeOfPage(query, total)
    const { rows, ...page } = await findGiftPage(db, { donorId: params.id, admin, rangeOf })
    return { success: true, data: rows.slice(), ...page }
  })

  route(app, endpoints.listDonorReceipts, schemas.listDonorReceipts, EDITORS, async ({ params, query }) => {
    if (!isId(params.id)) throw noSuchDonor()
    const rangeOf = (total: number) => rangeOfPage(query, total)
    const { rows, ...page } = await findReceiptPage(db, { donorId: params.id, rangeOf })
    return { success: true, data: rows.slice(), ...page }
  })

  route(app, endpoints.addDonor, schemas.addDonor, EDITORS, async (request) => {
    const data = await runIdempotently(request, db, async (recordIdempotencyKey) =>
      maskedDonor(await service.addDonor({ ...by(request), recordIdempotencyKey }, request.body)),
    )
    return { success: true, data, message: 'Donor added successfully' }
  })

  route(app, endpoints.updateDonor, schemas.updateDonor, EDITORS, async (request) => {
    const { id } = request.params
    const expectedVersion = readIfMatch(request)
    if (!isId(id)) throw noSuchDonor()
    const data = await service.updateDonor(by(request), { id, expectedVersion }, request.body)
    return { success: true, data: maskedDonor(data), message: 'Donor updated successfully' }
  })

  route(app, endpoints.showDonorNumbers, schemas.showDonorNumbers, EDITORS, async (request) => {
    const { id } = request.params
    if (!isId(id)) throw noSuchDonor()
    return { success: true, data: await service.showNumbers(by(request), id) }
  })

  route(app, endpoints.mergeDonors, schemas.mergeDonors, EDITORS, async (request) => {
    const { params, body, admin } = request
    if (!isId(params.id) || !isId(body.mergedId)) throw noSuchDonor()
    const merge = { survivorId: params.id, mergedId: body.mergedId, take: body.take }
    return done(admin, await mergeService.mergeDonors(by(request), merge), 'The donors have been merged.')
  })

  route(app, endpoints.undoDonorMerge, schemas.undoDonorMerge, EDITORS, async (request) => {
    const { params, admin } = request
    if (!isId(params.id)) throw noSuchMerge()
    return done(admin, await mergeService.undoMerge(by(request), params.id), 'The merge has been undone.')
  })

  route(app, endpoints.dismissDuplicate, schemas.dismissDuplicate, EDITORS, async (request) => {
    const { id } = request.params
    if (!isId(id)) throw noSuchDuplicate()
    await duplicateService.dismissDuplicate(by(request), id)
    return { success: true, message: 'Marked as not the same donor.' }
  })

  route(app, endpoints.acceptOtherName, schemas.acceptOtherName, EDITORS, async (request) => {
    const { id } = request.params
    if (!isId(id)) throw noSuchDuplicate()
    await duplicateService.acceptOtherName(by(request), id)
    return { success: true, message: 'The name has been kept with the donor.' }
  })
}

function done(admin: SignedIn, donor: Parameters<ReturnType<typeof donorView>>[0], message: string) {
  return { success: true as const, data: donorView(admin)(donor), message }
}
