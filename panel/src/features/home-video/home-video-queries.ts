import { msg } from '@lingui/core/macro'
import { addHomeVideo, deleteHomeVideo, listHomeVideos, updateHomeVideo } from '@sevadesk/contract/home-video.ts'
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { reachMedia } from '../../api/records/media-reach.ts'
import type { VideoFailure } from '../../media/media-video-failure.tsx'
import type { SendDraft } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'
import type { HomeVideo } from './home-video.ts'

/** All videos, in whatever order the backend gives them. */
export const homeVideosQuery = queryOptions({
  queryKey: ['home-videos'],
  queryFn: async ({ signal }) => readHomeVideos(await call(listHomeVideos, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch videos` },
})

/** Saves what the form holds: a new video, or the one that is edited; without a file the video stays as it is. */
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

/** Why a video could not be loaded. One that is there is of a kind that this browser can't play. */
export async function findVideoFailure(src: string): Promise<VideoFailure> {
  const reach = await reachMedia(src)
  return reach === 'there' ? 'unplayable' : reach
}

/** Reads what any backend may answer. Throws ApiError for what isn't a list. */
function readHomeVideos(answer: unknown): HomeVideo[] {
  return readList(answer).map((entry, index) => ({ ...readMediaEntry(entry, index), src: mediaUrl(entry.videoUrl) }))
}
