import * as endpoints from '@sevadesk/contract/records/trash.ts'
import * as schemas from '@sevadesk/contract/records/trash-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { rangeOfPage } from '../../http/page-request.ts'
import { route } from '../../http/route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { requestedLanguage } from '../../text/localised-text.ts'
import * as service from './trash-service.ts'
import { changeEach, readPicture } from './trash-service.ts'
import { countTrash, listTrash } from './trash-store.ts'
import { notInTrash, type TrashCaller, type TrashedKinds } from './trashed-record-service.ts'

const SECTIONS = endpoints.TRASH_SECTIONS

export function trashRoutes(
  app: FastifyInstance,
  { config, db, media, jobs, trust, history }: AppDependencies,
  kinds: TrashedKinds,
): void {
  const { trashDays } = config
  const dependenciesOf = (request: FastifyRequest) => ({
    kinds,
    config,
    db,
    trust,
    media,
    jobs,
    log: request.log,
    recorder: history.by(request),
  })
  const batchOptions = ({ headers, log }: FastifyRequest) => ({
    language: requestedLanguage(headers['accept-language']),
    log,
  })

  route(app, endpoints.listTrash, schemas.listTrash, SECTIONS, async ({ query, admin }) => {
    const selections = await service.selectRestorable({ db, kinds }, callerOf(admin), query.kind)
    const total = await countTrash(db, selections)
    const { page, ...range } = rangeOfPage(query, total)
    const rows = await listTrash(db, selections, range)
    return { success: true, data: rows.map((row) => service.toItem(row, trashDays)), total, isCapped: false, page }
  })

  route(
    app,
    endpoints.fetchTrashPicture,
    schemas.fetchTrashPicture,
    SECTIONS,
    async ({ params: { kind, id }, admin }, reply) => {
      if (!endpoints.isErasable(kind)) throw notInTrash()
      const { contentType, content } = await readPicture({ db, media, kinds }, callerOf(admin), { kind, id })
      reply.type(contentType).header('cache-control', 'no-store')
      return content
    },
  )

  route(app, endpoints.restoreFromTrash, schemas.restoreFromTrash, SECTIONS, async (request) => {
    const { params, body, admin } = request
    const { kind, id } = params
    await service.restore(dependenciesOf(request), callerOf(admin), { kind, id, ...body })
    return { success: true, data: { kind, _id: id }, message: 'The record has been restored.' }
  })

  route(app, endpoints.restoreSeveral, schemas.restoreSeveral, SECTIONS, async (request) => {
    const data = await changeEach(request.body.items.map(addressOf), batchOptions(request), (address) =>
      service.restore(dependenciesOf(request), callerOf(request.admin), address),
    )
    return { success: true, data }
  })

  route(app, endpoints.deleteForGood, schemas.deleteForGood, SECTIONS, async (request) => {
    const data = await changeEach(request.body.items.map(addressOf), batchOptions(request), (address) =>
      service.deleteForGood(dependenciesOf(request), callerOf(request.admin), address),
    )
    return { success: true, data }
  })
}

function callerOf(admin: SignedIn): TrashCaller {
  return { ...admin, _id: admin.id }
}

function addressOf<Kind>({ kind, _id }: { kind: Kind; _id: string }): { kind: Kind; id: string } {
  return { kind, id: _id }
}
