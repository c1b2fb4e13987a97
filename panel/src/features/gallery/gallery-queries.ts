import { msg } from '@lingui/core/macro'
import { addPhotos, deletePhoto, listPhotos, updatePhoto } from '@sevadesk/contract/gallery.ts'
import type { GalleryName } from '@sevadesk/contract/section.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { mediaUrl } from '../../api/host.ts'
import { readMediaEntry } from '../../api/media-entry.ts'
import { readPicture } from '../../api/picture.ts'
import { upload } from '../../api/upload.ts'
import { useMe } from '../../session/use-me.ts'
import type { MediaDraft } from '../../ui/media-draft.ts'
import type { SendDraft, SendOptions } from '../../ui/use-media-form.ts'
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

interface Sending extends SendOptions {
  draft: MediaDraft
}

/** Saves what the form holds: new photos, or the one that is edited. */
export function useSendPhotos(gallery: GalleryName): SendDraft {
  const add = useAddPhotos(gallery)
  const update = useUpdatePhoto(gallery)
  return (draft, options) => (draft.id === undefined ? add : update).mutateAsync({ draft, ...options })
}

/** Adds one photo per file; title and description stand for the batch. */
function useAddPhotos(gallery: GalleryName) {
  const reload = useReload(gallery)
  const isOneByOne = useMe()?.capabilities.includes('photos.one-by-one') ?? false
  return useMutation({
    mutationFn: ({ draft: { title, description, files }, ...options }: Sending) =>
      sendBatch({
        ...options,
        files,
        isOneByOne,
        send: (images, sending) =>
          upload(addPhotos, { multipart: { title, description, sectionName: gallery } }, { images }, sending),
      }),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save photo`, successMessage: msg`Photo(s) added successfully` },
  })
}

/** Changes one photo; without a file its picture stays. */
function useUpdatePhoto(gallery: GalleryName) {
  const reload = useReload(gallery)
  return useMutation({
    mutationFn: ({ draft: { id = '', title, description, files }, ...options }: Sending) =>
      upload(
        updatePhoto,
        { params: { section: gallery, id }, multipart: { title, description } },
        { image: files },
        options,
      ),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save photo`, successMessage: msg`Photo updated successfully` },
  })
}

/** Deletes one photo. The page says how it went, in a dialog; there is no toast. */
export function useDeletePhoto(gallery: GalleryName) {
  const queryClient = useQueryClient()
  const reload = useReload(gallery)
  return useMutation({
    mutationFn: (id: string) => call(deletePhoto, { params: { section: gallery, id } }),
    onSuccess: (_answer, id) => {
      // The card goes at once; the list that is fetched anew confirms it.
      queryClient.setQueryData(photosQuery(gallery).queryKey, (photos) => photos?.filter((photo) => photo.id !== id))
    },
    onSettled: reload,
  })
}

/** Starts fetching the list anew, also after a failure: a call that broke off may have been carried out. */
function useReload(gallery: GalleryName): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: photosQuery(gallery).queryKey })
}

/** Reads what any backend may answer; fields that are no text are empty. Throws ApiError for what isn't a list. */
export function readPhotos(answer: unknown): Photo[] {
  return readList(answer).map((entry, index) => ({
    ...readMediaEntry(entry, index),
    src: mediaUrl(entry.imageUrl),
    picture: readPicture(entry.imageUrl, entry),
  }))
}
