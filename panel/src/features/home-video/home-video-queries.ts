import { msg } from '@lingui/core/macro'
import { addHomeVideo, deleteHomeVideo, listHomeVideos, updateHomeVideo } from '@sevadesk/contract/home-video.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/media-entry.ts'
import { reachMedia } from '../../api/media-reach.ts'
import { upload } from '../../api/upload.ts'
import type { MediaDraft } from '../../ui/media-draft.ts'
import type { VideoFailure } from '../../ui/media-video-failure.tsx'
import type { SendDraft, SendOptions } from '../../ui/use-media-form.ts'
import type { HomeVideo } from './home-video.ts'

/** All videos, in whatever order the backend gives them. */
export const homeVideosQuery = queryOptions({
  queryKey: ['home-videos'],
  queryFn: async ({ signal }) => readHomeVideos(await call(listHomeVideos, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch videos` },
})

interface Sending extends SendOptions {
  draft: MediaDraft
}

/** Saves what the form holds: a new video, or the one that is edited. */
export function useSendHomeVideo(): SendDraft {
  const add = useAddHomeVideo()
  const update = useUpdateHomeVideo()
  return (draft, options) => (draft.id === undefined ? add : update).mutateAsync({ draft, ...options })
}

function useAddHomeVideo() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ draft: { title, description, files }, ...options }: Sending) =>
      upload(addHomeVideo, { multipart: { title, description } }, { video: files }, options),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save video`, successMessage: msg`Video added successfully` },
  })
}

/** Without a file the video stays as it is. */
function useUpdateHomeVideo() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ draft: { id = '', title, description, files }, ...options }: Sending) =>
      upload(updateHomeVideo, { multipart: { _id: id, title, description } }, { video: files }, options),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save video`, successMessage: msg`Video updated successfully` },
  })
}

/** Deletes one video. The page says how it went, in a dialog; there is no toast. */
export function useDeleteHomeVideo() {
  const queryClient = useQueryClient()
  const reload = useReload()
  return useMutation({
    mutationFn: (id: string) => call(deleteHomeVideo, { params: { id } }),
    onSuccess: (_answer, id) => {
      // The card goes at once; the list that is fetched anew confirms it.
      queryClient.setQueryData(homeVideosQuery.queryKey, (videos) => videos?.filter((video) => video.id !== id))
    },
    onSettled: reload,
  })
}

/** Starts fetching the list anew, also after a failure: a call that broke off may have been carried out. */
function useReload(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: homeVideosQuery.queryKey })
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
