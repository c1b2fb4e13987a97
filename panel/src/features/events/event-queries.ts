import { msg } from '@lingui/core/macro'
import { addEvent, deleteEvent, listEvents, updateEvent } from '@sevadesk/contract/event.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { readPicture } from '../../api/records/picture.ts'
import { readList } from '../../api/records/record-list.ts'
import type { MediaPicture } from '../../media/media-image.tsx'
import type { MediaItem } from '../../media/media-item.ts'
import type { SendDraft } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'

export interface Event extends MediaItem {
  hasPicture: boolean
  /** `undefined` without a picture, or if the stored path is not a safe URL. */
  src: string | undefined
  picture: MediaPicture
}

/** All events, in the backend's order. */
export const eventsQuery = queryOptions({
  queryKey: ['events', 'list'],
  queryFn: async ({ signal }) => readEvents(await call(listEvents, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch events` },
})

/** Adds or updates an event. An update without a file keeps the picture. */
export function useSendEvent(): SendDraft {
  return useSendDraft({
    staleKey: ['events'], // also the dashboard's event count
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

/** Reads any backend's response. Throws ApiError if it is not a list. */
function readEvents(response: unknown): Event[] {
  return readList(response).map((entry, index) => {
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
