import { endpoint } from './endpoint.ts'
import type * as schemas from './event-schemas.ts'

export const listEvents = endpoint<typeof schemas.listEvents>('GET', '/event')
