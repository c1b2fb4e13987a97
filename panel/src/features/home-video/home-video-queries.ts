import { msg } from '@lingui/core/macro'
import {
  addHomeVideo,
  deleteHomeVideo,
  listHomeVideos,
  updateHomeVideo,
} from '@sevadesk/contract/content/home-video.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { checkMediaAvailability } from '../../api/media-availability.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { readPicture } from '../../api/records/picture.ts'
import { readList } from '../../api/records/record-list.ts'
import { isServerResponse, type UploadFiles } from '../../api/upload.ts'
import type { VideoFailure } from '../../media/media-video-failure.tsx'
import { findMentionedFiles } from '../../media/mentioned-files.ts'
import { PHOTO_NOT_MADE } from '../../media/upload-failure.ts'
import type { SendDraft, SendOptions } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'
import { useIsExtended } from '../../session/use-me.ts'
import type { HomeVideo } from './home-video.ts'
import { posterOf } from './video-poster.ts'

/** All videos, in the backend's order. */
export const homeVideosQuery = queryOptions({
  queryKey: ['home-videos'],
  queryFn: async ({ signal }) => readHomeVideos(await call(listHomeVideos, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch videos` },
})

/** Whether the server refused the poster or could not process it. */
function isAboutPoster(error: unknown, poster: File): boolean {
  const isRefusal = error instanceof ApiError && (error.code === PHOTO_NOT_MADE || isServerResponse(error))
  return isRefusal && findMentionedFiles(error.message, [poster]).length > 0
}

/** Adds or updates a video. An update without a file keeps the stored video. */
export function useSendHomeVideo(): SendDraft {
  const isExtended = useIsExtended()

  async function sendFiles(
    video: readonly File[],
    { whilePreparing }: SendOptions,
    send: (files: UploadFiles) => Promise<unknown>,
  ) {
    const poster = isExtended && video[0] && (await whilePreparing(posterOf(video[0])))
    if (!poster) return send({ video })
    try {
      // Sent first, so that the server can reject it before the long upload.
      return await send({ poster: [poster], video })
    } catch (error) {
      if (!isAboutPoster(error, poster)) throw error
      return send({ video })
    }
  }

  return useSendDraft({
    list: { key: homeVideosQuery.queryKey, read: readHomeVideos },
    staleKey: homeVideosQuery.queryKey,
    add: async ({ title, description, files }, options, send) =>
      sendFiles(files, options, (sent) => send(addHomeVideo, { multipart: { title, description } }, sent, options)),
    update: async ({ id = '', title, description, files }, options, send) => {
      const input = { multipart: { _id: id, title, description } }
      return sendFiles(files, options, (sent) => send(updateHomeVideo, input, sent, options))
    },
    words: {
      failed: msg`Failed to save video`,
      added: msg`Video added successfully`,
      updated: msg`Video updated successfully`,
    },
  })
}

export function useHomeVideoDeletion() {
  return useRemoval('home-video', {
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
export function readHomeVideos(response: unknown): HomeVideo[] {
  return readList(response).map((entry, index) => ({
    ...readMediaEntry(entry, index),
    src: mediaUrl(entry.videoUrl),
    poster: { src: mediaUrl(entry.posterUrl), picture: readPicture(entry.posterUrl, entry) },
  }))
}
