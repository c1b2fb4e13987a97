import { isPicture, keep } from './media.ts'
import { type Event, type Memory, newId } from './memory.ts'
import type { FormBody } from './multipart.ts'
import type { Answer } from './reply.ts'

const refusal = (status: number, message: string): Answer => ({ status, body: { success: false, message } })

/** POST /event/addevent: the picture in `image` is optional. */
export function addEvent(memory: Memory, { fields, files: [image] }: FormBody): Answer {
  if (image && !isPicture(image)) return refusal(400, `Only images are allowed: ${image.fileName}`)
  const event: Event = {
    _id: newId(),
    title: fields.get('title') ?? '',
    description: fields.get('description') ?? '',
    createdAt: new Date().toISOString(),
    __v: 0,
    ...(image && { image: keep(memory, 'events', 'jpg', image) }),
  }
  memory.events.push(event)
  return { status: 201, body: { message: 'Event created', event } }
}

/**
 * PUT /event/{id}: changes the text, and the picture if one is sent. A record with `imageUrl` keeps
 * its picture there.
 */
export function updateEvent(memory: Memory, id: string, { fields, files: [image] }: FormBody): Answer {
  const event = memory.events.find(({ _id }) => _id === id)
  if (!event) return refusal(404, 'Event not found')
  if (image && !isPicture(image)) return refusal(400, `Only images are allowed: ${image.fileName}`)
  event.title = fields.get('title') ?? event.title
  event.description = fields.get('description') ?? event.description
  event.__v += 1
  if (image) {
    memory.uploads.delete(pathOf(event))
    const path = keep(memory, 'events', 'jpg', image)
    if (event.imageUrl) event.imageUrl = path
    else event.image = path
  }
  return { body: { event } }
}

/** DELETE /event/{id}. */
export function deleteEvent(memory: Memory, id: string): Answer {
  const event = memory.events.find(({ _id }) => _id === id)
  if (!event) return refusal(404, 'Event not found')
  memory.events = memory.events.filter((other) => other !== event)
  memory.uploads.delete(pathOf(event))
  return { body: { message: 'Event deleted' } }
}

const pathOf = ({ image, imageUrl }: Event) => imageUrl ?? image ?? ''
