import { addMessage, deleteMessage, listMessages } from '@sevadesk/contract/content/message.ts'
import * as schemas from '@sevadesk/contract/content/message-schemas.ts'
import type { FastifyInstance } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { rangeOfPage, route } from '../../http/route.ts'
import { assertSpaceForRows } from '../../http/uploads/upload-space.ts'
import * as service from './message-service.ts'
import * as store from './message-store.ts'

export function messageRoutes(app: FastifyInstance, { config, db, media, history }: AppDependencies): void {
  route(app, listMessages, schemas.listMessages, ['Message'], async ({ query }) => {
    const message = 'Messages fetched successfully'
    if (query.page === undefined && query.limit === undefined) {
      return { success: true, data: await store.listMessages(db), message }
    }
    const total = await store.countMessages(db)
    const { page, ...range } = rangeOfPage(query, total)
    return { success: true, data: await store.listMessages(db, range), message, total, isCapped: false, page }
  })

  route(app, deleteMessage, schemas.deleteMessage, ['Message'], async (request) => {
    const { id } = request.params
    if (!isId(id)) throw service.noSuchMessage()
    await service.deleteMessage(db, history.by(request), id)
    return { success: true, message: 'The message has been deleted.' }
  })

  route(app, addMessage, schemas.addMessage, 'site', async (request) => {
    const { body, ip, log } = request
    await runIdempotently(request, db, async (recordIdempotencyKey) => {
      await assertSpaceForRows(config, media)
      return service.addMessage({ db, config, log, recordIdempotencyKey }, body, ip)
    })
    return { success: true, message: 'Message sent successfully' }
  })
}
