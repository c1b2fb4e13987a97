import type { Photo } from '@sevadesk/contract/gallery-schemas.ts'
import type { GalleryName } from '@sevadesk/contract/section.ts'
import { notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { changeFiles, type FileDependencies } from '../media-files/pending-file-service.ts'
import * as store from './gallery-store.ts'

export interface PhotoText {
  title?: string
  description?: string
}

/** All photos get the same title and description. Returns the new photos, newest first. */
export async function addPhotos(
  dependencies: FileDependencies,
  section: GalleryName,
  { title = '', description = '' }: PhotoText,
  files: readonly StagedFile[],
): Promise<Photo[]> {
  const paths = files.map(({ path }) => path)
  return changeFiles(dependencies, files, (transaction) => {
    return store.insertPhotos(transaction, { section, title, description, paths })
  })
}

/** Keeps omitted text; a new file replaces the old one. Throws notFound(). */
export async function updatePhoto(
  dependencies: FileDependencies,
  address: store.PhotoAddress,
  text: PhotoText,
  file: StagedFile | undefined,
): Promise<Photo> {
  return changeFiles(dependencies, file ? [file] : [], async (transaction, removeFile) => {
    const oldPath = await store.updatePhotoText(transaction, address, text)
    if (oldPath === undefined) throw noSuchPhoto()
    if (file) {
      await store.updatePhotoPath(transaction, address.id, file.path)
      removeFile(oldPath)
    }
    return store.getPhoto(transaction, address)
  })
}

/** Throws notFound(). */
export async function deletePhoto(dependencies: FileDependencies, address: store.PhotoAddress): Promise<void> {
  await changeFiles(dependencies, [], async (transaction, removeFile) => {
    const path = await store.deletePhoto(transaction, address)
    if (path === undefined) throw noSuchPhoto()
    removeFile(path)
  })
}

export function noSuchPhoto() {
  return notFound({ en: 'There is no such photo in this gallery.', hi: 'इस गैलरी में ऐसी कोई फ़ोटो नहीं है।' })
}
