import { msg } from '@lingui/core/macro'
import { addEvent, deleteEvent, listEvents, updateEvent } from '@sevadesk/contract/content/event.ts'
import { isEventOver, sortEventsByDate } from '@sevadesk/contract/content/event-dates.ts'
import { queryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readText } from '../../api/records/fields.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { readPicture } from '../../api/records/picture.ts'
import { readList } from '../../api/records/record-list.ts'
import type { MediaPicture } from '../../media/media-image.tsx'
import type { MediaDraft, MediaItem } from '../../media/media-item.ts'
import type { SendDraft, SendOptions } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'
import { useToday } from '../../queries/use-today.ts'
import { useIsExtended } from '../../session/use-me.ts'
import { useTrust } from '../../ui/base/trust.tsx'
import { detailsToSend } from './event-draft.ts'

export interface Event extends MediaItem {
  hasPicture: boolean
  /** `undefined` without a picture, or if the stored path is not a safe URL. */
  src: string | undefined
  picture: MediaPicture
  /** A day or a UTC time; empty if unknown. A plain backend keeps none. */
  startsAt: string
  endsAt: string
  venue: string
}

/** Whether an event is over. Checked at every render, and at midnight. */
export function useIsEventOver(event: Event): boolean {
  const { timeZone } = useTrust()
  useToday()
  return isEventOver(event, Date.now(), timeZone)
}

/** Sorts by date. Returns another function after midnight, so that a list sorts again. */
export function useSortByDate(): (events: readonly Event[]) => Event[] {
  const { timeZone } = useTrust()
  const today = useToday()
  return useCallback((events) => sortEventsByDate(events, Math.max(today, Date.now()), timeZone), [today, timeZone])
}

/** All events, in the backend's order. */
export const eventsQuery = queryOptions({
  queryKey: ['events', 'list'],
  queryFn: async ({ signal }) => readEvents(await call(listEvents, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch events` },
})

/** Adds or updates an event. An update without a file keeps the picture. */
export function useSendEvent(): SendDraft {
  const isExtended = useIsExtended()
  const { timeZone } = useTrust()
  const textsOf = (draft: MediaDraft) => ({
    title: draft.title,
    description: draft.description,
    ...(isExtended && detailsToSend(draft, timeZone)),
  })
  const filesOf = async ({ files }: MediaDraft, options: SendOptions) => ({ image: await options.filesToSend(files) })
  return useSendDraft({
    list: { key: eventsQuery.queryKey, read: readEvents },
    staleKey: ['events'], // also the dashboard's event count
    add: async (draft, options, send) =>
      send(addEvent, { multipart: textsOf(draft) }, await filesOf(draft, options), options),
    update: async (draft, options, send) => {
      const input = { params: { id: draft.id ?? '' }, multipart: textsOf(draft) }
      return send(updateEvent, input, await filesOf(draft, options), options)
    },
    words: {
      failed: msg`Failed to save event`,
      added: msg`Event added successfully`,
      updated: msg`Event updated successfully`,
    },
  })
}

export function useEventDeletion() {
  return useRemoval('event', {
    listKey: eventsQuery.queryKey,
    staleKey: ['events'],
    remove: (id) => call(deleteEvent, { params: { id } }),
  })
}

/** Reads any backend's response. Throws ApiError if it is not a list. */
export function readEvents(response: unknown): Event[] {
  return readList(response).map((entry, index) => {
    const stored = [entry.imageUrl, entry.image].find(isFilled)
    return {
      ...readMediaEntry(entry, index),
      hasPicture: stored !== undefined,
      src: mediaUrl(stored),
      picture: readPicture(stored, entry),
      startsAt: readText(entry.startsAt),
      endsAt: readText(entry.endsAt),
      venue: readText(entry.venue),
    }
  })
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null
}
