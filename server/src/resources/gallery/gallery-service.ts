import { findGallery, GALLERY_SECTIONS, type GalleryName, mayOpen } from '@sevadesk/contract/accounts/section.ts'
import type { Photo } from '@sevadesk/contract/content/gallery-schemas.ts'
import { notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { localised } from '../../text/localised-text.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import { contentRecord, trashedRecords } from '../trash/trashed-record-service.ts'
import * as store from './gallery-store.ts'

/** Who may open a gallery may restore its photos. */
export const trashedPhotos = trashedRecords({
  kind: 'photo',
  table: 'photos',
  files: ['path'],
  picture: 'path',
  section: 'section_name',
  label: ({ title }) => String(title),
  async selectRestorable(_db, caller) {
    const galleries = GALLERY_SECTIONS.filter(({ key }) => mayOpen(caller, key))
    return { column: 'section', values: galleries.map(({ name }) => name) }
  },
  mayRestore(caller, { section_name }) {
    const gallery = findGallery(String(section_name))
    return gallery !== undefined && mayOpen(caller, gallery.key)
  },
})

export const photos = contentRecord({
  kind: 'photo',
  find: store.findPhoto,
  fieldsOf: ({ title, description, sectionName, imageUrl }) => ({ title, description, sectionName, imageUrl }),
  noSuch: () => notFound(localised('There is no such photo in this gallery.')),
  trash: trashedPhotos,
})

export interface PhotoText {
  title?: string
  description?: string
}

/** All photos get the same title and description. Returns the new photos, newest first. */
export async function addPhotos(
  dependencies: ContentDependencies,
  section: GalleryName,
  { title = '', description = '' }: PhotoText,
  files: readonly StagedFile[],
): Promise<Photo[]> {
  const paths = files.map(({ path }) => path)
  return changeFiles(dependencies, files, async (transaction) => {
    const added = await store.insertPhotos(transaction, { section, title, description, paths })
    for (const photo of added) await photos.record(transaction, dependencies.recorder, 'photo.added', { after: photo })
    return added
  })
}

/**
 * Keeps omitted text; a new file replaces the old one. Throws notFound(), and 412 if the photo has
 * another version than expected.
 */
export async function updatePhoto(
  dependencies: ContentDependencies,
  { expectedVersion, ...address }: store.PhotoAddress & { expectedVersion?: string | undefined },
  text: PhotoText,
  file: StagedFile | undefined,
): Promise<Photo> {
  return changeFiles(dependencies, file ? [file] : [], async (transaction, removeFile) => {
    const before = await photos.get(transaction, address, { expectedVersion, isLocked: true })
    await store.updatePhoto(transaction, address.id, { ...text, ...(file && { path: file.path }) })
    if (file) removeFile(before.imageUrl)
    const after = await photos.get(transaction, address)
    await photos.record(transaction, dependencies.recorder, 'photo.changed', { before, after })
    return after
  })
}
