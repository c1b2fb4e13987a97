import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './event-schemas.ts'

export const listEvents = endpoint<typeof schemas.listEvents>('GET', '/event')
export const addEvent = endpoint<typeof schemas.addEvent>('POST', '/event/addevent')
export const updateEvent = endpoint<typeof schemas.updateEvent>('PUT', '/event/:id')
export const deleteEvent = endpoint<typeof schemas.deleteEvent>('DELETE', '/event/:id')
