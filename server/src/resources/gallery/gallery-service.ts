import type { GalleryName } from '@sevadesk/contract/accounts/section.ts'
import type { Photo } from '@sevadesk/contract/content/gallery-schemas.ts'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/schema.ts'
import { assertVersion, notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { localised } from '../../text/localised-text.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import { moveToTrash } from '../trash/trash-store.ts'
import * as store from './gallery-store.ts'

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
    const photos = await store.insertPhotos(transaction, { section, title, description, paths })
    for (const photo of photos) await recordPhoto(transaction, dependencies, 'photo.added', { after: photo })
    return photos
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
    const before = await store.lockPhoto(transaction, address)
    if (!before) throw noSuchPhoto()
    assertVersion(expectedVersion, before)
    await store.updatePhoto(transaction, address.id, { ...text, ...(file && { path: file.path }) })
    if (file) removeFile(before.imageUrl)
    const after = await store.getPhoto(transaction, address)
    await recordPhoto(transaction, dependencies, 'photo.changed', { before, after })
    return after
  })
}

/** Moves the photo to the trash. Throws notFound(). */
export async function deletePhoto(dependencies: ContentDependencies, address: store.PhotoAddress): Promise<void> {
  const { db, recorder } = dependencies
  await db.transaction().execute(async (transaction) => {
    const before = await store.lockPhoto(transaction, address)
    if (!before) throw noSuchPhoto()
    await moveToTrash(transaction, 'photo', address.id, recorder)
    await recordPhoto(transaction, dependencies, 'photo.deleted', { before })
  })
}

async function recordPhoto(
  transaction: Db,
  { recorder }: ContentDependencies,
  action: HistoryAction,
  { before, after }: { before?: Photo; after?: Photo },
): Promise<void> {
  await recorder.record(transaction, {
    action,
    recordKind: 'photo',
    recordId: (after ?? before)?._id ?? '',
    ...(before && { before: fieldsOf(before) }),
    ...(after && { after: fieldsOf(after) }),
  })
}

function fieldsOf({ title, description, sectionName, imageUrl }: Photo) {
  return { title, description, sectionName, imageUrl }
}

export function noSuchPhoto() {
  return notFound(localised('There is no such photo in this gallery.'))
}
