import { listEvents } from '@sevadesk/contract/event.ts'
import * as schemas from '@sevadesk/contract/event-schemas.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import * as store from './event-store.ts'

export function eventRoutes(app: FastifyInstance, { db }: Parts): void {
  route(
    app,
    listEvents,
    schemas.listEvents,
    'public',
  )(async () => ({ success: true, data: await store.listEvents(db) }))
}
