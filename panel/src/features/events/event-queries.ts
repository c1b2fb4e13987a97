import { msg } from '@lingui/core/macro'
import { addEvent, deleteEvent, listEvents, updateEvent } from '@sevadesk/contract/event.ts'
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { readPicture } from '../../api/records/picture.ts'
import type { SendDraft } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'
import type { Event } from './event.ts'

/** All events, in whatever order the backend gives them. */
export const eventsQuery = queryOptions({
  queryKey: ['events', 'list'],
  queryFn: async ({ signal }) => readEvents(await call(listEvents, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch events` },
})

/** Saves what the form holds: a new event, or the one that is edited; without a file its picture stays as it is. */
export function useSendEvent(): SendDraft {
  return useSendDraft({
    staleKey: ['events'], // the dashboard's count too
    add: ({ title, description, files }, options, send) =>
      send(addEvent, { multipart: { title, description } }, { image: files }, options),
    update: ({ id = '', title, description, files }, options, send) =>
      send(updateEvent, { params: { id }, multipart: { title, description } }, { image: files }, options),
    words: {
      failed: msg`Failed to save event`,
      added: msg`Event added successfully`,
      updated: msg`Event updated successfully`,
    },
  })
}

export function useDeleteEvent() {
  return useRemoval({
    listKey: eventsQuery.queryKey,
    staleKey: ['events'],
    remove: (id) => call(deleteEvent, { params: { id } }),
  })
}

/** Reads what any backend may answer; a picture goes by either of two names. Throws ApiError for what isn't a list. */
function readEvents(answer: unknown): Event[] {
  return readList(answer).map((entry, index) => {
    const stored = [entry.imageUrl, entry.image].find(isFilled)
    return {
      ...readMediaEntry(entry, index),
      hasPicture: stored !== undefined,
      src: mediaUrl(stored),
      picture: readPicture(stored, entry),
    }
  })
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null
}
