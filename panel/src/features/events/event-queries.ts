import { msg } from '@lingui/core/macro'
import { addEvent, deleteEvent, listEvents, updateEvent } from '@sevadesk/contract/event.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/media-entry.ts'
import { readPicture } from '../../api/picture.ts'
import { upload } from '../../api/upload.ts'
import type { MediaDraft } from '../../ui/media-draft.ts'
import type { SendDraft, SendOptions } from '../../ui/use-media-form.ts'
import type { Event } from './event.ts'

/** All events, in whatever order the backend gives them. */
export const eventsQuery = queryOptions({
  queryKey: ['events', 'list'],
  queryFn: async ({ signal }) => readEvents(await call(listEvents, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch events` },
})

interface Sending extends SendOptions {
  draft: MediaDraft
}

/** Saves what the form holds: a new event, or the one that is edited. */
export function useSendEvent(): SendDraft {
  const add = useAddEvent()
  const update = useUpdateEvent()
  return (draft, options) => (draft.id === undefined ? add : update).mutateAsync({ draft, ...options })
}

function useAddEvent() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ draft: { title, description, files }, ...options }: Sending) =>
      upload(addEvent, { multipart: { title, description } }, { image: files }, options),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save event`, successMessage: msg`Event added successfully` },
  })
}

/** Without a file the picture stays as it is. */
function useUpdateEvent() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ draft: { id = '', title, description, files }, ...options }: Sending) =>
      upload(updateEvent, { params: { id }, multipart: { title, description } }, { image: files }, options),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save event`, successMessage: msg`Event updated successfully` },
  })
}

/** Deletes one event. The page says how it went, in a dialog; there is no toast. */
export function useDeleteEvent() {
  const queryClient = useQueryClient()
  const reload = useReload()
  return useMutation({
    mutationFn: (id: string) => call(deleteEvent, { params: { id } }),
    onSuccess: (_answer, id) => {
      // The card goes at once; the list that is fetched anew confirms it.
      queryClient.setQueryData(eventsQuery.queryKey, (events) => events?.filter((event) => event.id !== id))
    },
    onSettled: reload,
  })
}

/** Starts fetching the list anew, and the dashboard's count; also after a failure, for a call that broke off may have been carried out. */
function useReload(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['events'] })
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
