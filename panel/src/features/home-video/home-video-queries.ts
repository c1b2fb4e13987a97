import { msg } from '@lingui/core/macro'
import { addHomeVideo, deleteHomeVideo, listHomeVideos, updateHomeVideo } from '@sevadesk/contract/home-video.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { checkMediaAvailability } from '../../api/media-availability.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { readList } from '../../api/records/record-list.ts'
import type { VideoFailure } from '../../media/media-video-failure.tsx'
import type { SendDraft } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'
import type { HomeVideo } from './home-video.ts'

/** All videos, in the backend's order. */
export const homeVideosQuery = queryOptions({
  queryKey: ['home-videos'],
  queryFn: async ({ signal }) => readHomeVideos(await call(listHomeVideos, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch videos` },
})

/** Adds or updates a video. An update without a file keeps the stored video. */
export function useSendHomeVideo(): SendDraft {
  return useSendDraft({
    staleKey: homeVideosQuery.queryKey,
    add: ({ title, description, files }, options, send) =>
      send(addHomeVideo, { multipart: { title, description } }, { video: files }, options),
    update: ({ id = '', title, description, files }, options, send) =>
      send(updateHomeVideo, { multipart: { _id: id, title, description } }, { video: files }, options),
    words: {
      failed: msg`Failed to save video`,
      added: msg`Video added successfully`,
      updated: msg`Video updated successfully`,
    },
  })
}

export function useDeleteHomeVideo() {
  return useRemoval({
    listKey: homeVideosQuery.queryKey,
    remove: (id) => call(deleteHomeVideo, { params: { id } }),
  })
}

/** Finds why a video failed to load. A video that can be reached is unplayable in this browser. */
export async function findVideoFailure(src: string): Promise<VideoFailure> {
  const availability = await checkMediaAvailability(src)
  return availability === 'available' ? 'unplayable' : availability
}

/** Reads any backend's response. Throws ApiError if it is not a list. */
function readHomeVideos(response: unknown): HomeVideo[] {
  return readList(response).map((entry, index) => ({ ...readMediaEntry(entry, index), src: mediaUrl(entry.videoUrl) }))
}
