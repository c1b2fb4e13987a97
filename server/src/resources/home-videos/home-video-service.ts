import type { HomeVideo } from '@sevadesk/contract/content/home-video-schemas.ts'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/schema.ts'
import { assertVersion, notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { localised } from '../../text/localised-text.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import { moveToTrash } from '../trash/trash-store.ts'
import * as store from './home-video-store.ts'

export interface HomeVideoText {
  title?: string
  description?: string
}

/** A frame of the video may come as its poster. */
interface HomeVideoFiles {
  video: StagedFile | undefined
  poster: StagedFile | undefined
}

export async function addHomeVideo(
  dependencies: ContentDependencies,
  { title = '', description = '' }: HomeVideoText,
  { video, poster }: HomeVideoFiles & { video: StagedFile },
): Promise<HomeVideo> {
  const row = { title, description, path: video.path, poster_path: poster?.path ?? null }
  return changeFiles(dependencies, poster ? [video, poster] : [video], async (transaction) => {
    const after = await store.getHomeVideo(transaction, await store.insertHomeVideo(transaction, row))
    await recordVideo(transaction, dependencies, 'home-video.added', { after })
    return after
  })
}

/**
 * Keeps omitted text; a new file replaces the old one. A new video without a poster loses the old
 * poster, which shows another film. Throws notFound(), and 412 if the video has another version than
 * expected.
 */
export async function updateHomeVideo(
  dependencies: ContentDependencies,
  { id, expectedVersion }: { id: string; expectedVersion?: string | undefined },
  text: HomeVideoText,
  { video, poster }: HomeVideoFiles,
): Promise<HomeVideo> {
  const files = [video, poster].filter((file) => file !== undefined)
  return changeFiles(dependencies, files, async (transaction, removeFile) => {
    const before = await store.lockHomeVideo(transaction, id)
    if (!before) throw noSuchHomeVideo()
    assertVersion(expectedVersion, before)
    await store.updateHomeVideo(transaction, id, {
      ...text,
      ...(video && { path: video.path }),
      ...((video || poster) && { posterPath: poster?.path ?? null }),
    })
    if (video) removeFile(before.videoUrl)
    if ((video || poster) && before.posterUrl !== null) removeFile(before.posterUrl)
    const after = await store.getHomeVideo(transaction, id)
    await recordVideo(transaction, dependencies, 'home-video.changed', { before, after })
    return after
  })
}

/** Moves the video to the trash. Throws notFound(). */
export async function deleteHomeVideo(dependencies: ContentDependencies, id: string): Promise<void> {
  const { db, recorder } = dependencies
  await db.transaction().execute(async (transaction) => {
    const before = await store.lockHomeVideo(transaction, id)
    if (!before) throw noSuchHomeVideo()
    await moveToTrash(transaction, 'home-video', id, recorder)
    await recordVideo(transaction, dependencies, 'home-video.deleted', { before })
  })
}

async function recordVideo(
  transaction: Db,
  { recorder }: ContentDependencies,
  action: HistoryAction,
  { before, after }: { before?: store.StoredHomeVideo; after?: store.StoredHomeVideo },
): Promise<void> {
  await recorder.record(transaction, {
    action,
    recordKind: 'home-video',
    recordId: (after ?? before)?._id ?? '',
    ...(before && { before: fieldsOf(before) }),
    ...(after && { after: fieldsOf(after) }),
  })
}

function fieldsOf({ title, description, videoUrl, posterUrl }: store.StoredHomeVideo) {
  return { title, description, videoUrl, posterUrl }
}

export function noSuchHomeVideo() {
  return notFound(localised('There is no such video.'))
}
