import { msg } from '@lingui/core/macro'
import type { GalleryName } from '@sevadesk/contract/accounts/section.ts'
import { addPhotos, deletePhoto, listPhotos, updatePhoto } from '@sevadesk/contract/content/gallery.ts'
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
import { useIsExtended } from '../../session/use-me.ts'
import { sendBatch } from './send-batch.ts'

export interface Photo extends MediaItem {
  /** `undefined` if the stored path is not a safe URL. */
  src: string | undefined
  picture: MediaPicture
}

/** The photos of one gallery, in the backend's order. */
export function photosQuery(gallery: GalleryName) {
  return queryOptions({
    queryKey: ['photos', gallery],
    queryFn: async ({ signal }) => readPhotos(await call(listPhotos, { params: { section: gallery } }, { signal })),
    meta: { errorMessage: msg`Failed to fetch photos` },
  })
}

/**
 * Adds one photo per file, all with the same title, or updates one photo. An update without a file
 * keeps the picture.
 */
export function useSendPhotos(gallery: GalleryName): SendDraft {
  const isOneByOne = useIsExtended()
  return useSendDraft({
    list: { key: photosQuery(gallery).queryKey, read: readPhotos },
    staleKey: photosQuery(gallery).queryKey,
    add: ({ title, description, files }, options, send) =>
      sendBatch({
        ...options,
        files,
        isOneByOne,
        send: async (chosen, sending) => {
          const images = await options.filesToSend(chosen)
          return send(addPhotos, { multipart: { title, description, sectionName: gallery } }, { images }, sending)
        },
      }),
    update: async ({ id = '', title, description, files }, options, send) =>
      send(
        updatePhoto,
        { params: { section: gallery, id }, multipart: { title, description } },
        { image: await options.filesToSend(files) },
        options,
      ),
    words: {
      failed: msg`Failed to save photo`,
      added: msg`Photo(s) added successfully`,
      updated: msg`Photo updated successfully`,
    },
  })
}

export function usePhotoDeletion(gallery: GalleryName) {
  return useRemoval('photo', {
    listKey: photosQuery(gallery).queryKey,
    remove: (id) => call(deletePhoto, { params: { section: gallery, id } }),
  })
}

/** Reads any backend's response. Throws ApiError if it is not a list. */
export function readPhotos(response: unknown): Photo[] {
  return readList(response).map((entry, index) => ({
    ...readMediaEntry(entry, index),
    src: mediaUrl(entry.imageUrl),
    picture: readPicture(entry.imageUrl, entry),
  }))
}
