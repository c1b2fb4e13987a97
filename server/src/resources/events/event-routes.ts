import { addEvent, deleteEvent, listEvents, updateEvent } from '@sevadesk/contract/content/event.ts'
import * as schemas from '@sevadesk/contract/content/event-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { readIfMatch, route } from '../../http/route.ts'
import { receiveUpload } from '../../http/uploads/uploads.ts'
import * as service from './event-service.ts'
import * as store from './event-store.ts'

export function eventRoutes(app: FastifyInstance, { config, db, media, jobs, history }: AppDependencies): void {
  const dependencies = { db, media, jobs, log: app.log, timeZone: config.timeZone }
  const files = {
    kind: 'photo',
    field: 'image',
    maxFiles: 1,
    maxBytes: config.photoMaxBytes,
    isRequired: false,
  } as const

  route(app, listEvents, schemas.listEvents, 'public', async () => ({
    success: true,
    data: await store.listEvents(db),
  }))

  route(app, addEvent, schemas.addEvent, ['Events'], async (request) => {
    const rules = { db, media, text: schemas.addEvent.multipart, files }
    const data = await receiveUpload(request, rules, ({ text, files: [image], beforeCommit }) =>
      service.addEvent({ ...dependencies, recorder: history.by(request), beforeCommit }, text, image),
    )
    return { success: true, data, message: 'Event added successfully' }
  })

  route(app, updateEvent, schemas.updateEvent, ['Events'], async (request) => {
    const { id } = request.params
    const expectedVersion = readIfMatch(request)
    const onStart = async () => {
      await service.events.get(db, { id }, { expectedVersion })
    }
    const rules = { db, media, text: schemas.updateEvent.multipart, files, onStart }
    const data = await receiveUpload(request, rules, ({ text, files: [image], beforeCommit }) =>
      service.updateEvent(
        { ...dependencies, recorder: history.by(request), beforeCommit },
        { id, expectedVersion },
        text,
        image,
      ),
    )
    return { success: true, data, message: 'Event updated successfully' }
  })

  route(app, deleteEvent, schemas.deleteEvent, ['Events'], async (request) => {
    await service.events.remove({ db, recorder: history.by(request) }, request.params)
    return { success: true, message: 'Your event has been deleted.' }
  })
}
