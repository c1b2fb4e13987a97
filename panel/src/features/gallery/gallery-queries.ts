import { msg } from '@lingui/core/macro'
import { addPhotos, deletePhoto, listPhotos, updatePhoto } from '@sevadesk/contract/gallery.ts'
import type { GalleryName } from '@sevadesk/contract/section.ts'
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/records/media-entry.ts'
import { readPicture } from '../../api/records/picture.ts'
import type { SendDraft } from '../../media/use-media-form.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useSendDraft } from '../../queries/use-send-draft.ts'
import { useMe } from '../../session/use-me.ts'
import type { Photo } from './photo.ts'
import { sendBatch } from './send-batch.ts'

/** The photos of one gallery, in whatever order the backend gives them. */
export function photosQuery(gallery: GalleryName) {
  return queryOptions({
    queryKey: ['photos', gallery],
    queryFn: async ({ signal }) => readPhotos(await call(listPhotos, { params: { section: gallery } }, { signal })),
    meta: { errorMessage: msg`Failed to fetch photos` },
  })
}

/** Saves what the form holds: one photo per file, with one title for all; or the one that is edited, whose picture stays without a file. */
export function useSendPhotos(gallery: GalleryName): SendDraft {
  const isOneByOne = useMe()?.capabilities.includes('photos.one-by-one') ?? false
  return useSendDraft({
    staleKey: photosQuery(gallery).queryKey,
    add: ({ title, description, files }, options, send) =>
      sendBatch({
        ...options,
        files,
        isOneByOne,
        send: (images, sending) =>
          send(addPhotos, { multipart: { title, description, sectionName: gallery } }, { images }, sending),
      }),
    update: ({ id = '', title, description, files }, options, send) =>
      send(
        updatePhoto,
        { params: { section: gallery, id }, multipart: { title, description } },
        { image: files },
        options,
      ),
    words: {
      failed: msg`Failed to save photo`,
      added: msg`Photo(s) added successfully`,
      updated: msg`Photo updated successfully`,
    },
  })
}

export function useDeletePhoto(gallery: GalleryName) {
  return useRemoval({
    listKey: photosQuery(gallery).queryKey,
    remove: (id) => call(deletePhoto, { params: { section: gallery, id } }),
  })
}

/** Reads what any backend may answer; fields that are no text are empty. Throws ApiError for what isn't a list. */
export function readPhotos(answer: unknown): Photo[] {
  return readList(answer).map((entry, index) => ({
    ...readMediaEntry(entry, index),
    src: mediaUrl(entry.imageUrl),
    picture: readPicture(entry.imageUrl, entry),
  }))
}
