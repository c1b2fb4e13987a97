import type { HomeVideo } from '@sevadesk/contract/content/home-video-schemas.ts'
import { notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { localised } from '../../text/localised-text.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import { contentRecord, trashedRecords } from '../trash/trashed-record-service.ts'
import * as store from './home-video-store.ts'

export const trashedHomeVideos = trashedRecords({
  kind: 'home-video',
  table: 'home_videos',
  files: ['path', 'poster_path'],
  picture: 'poster_path',
  label: ({ title }) => String(title),
})

export const homeVideos = contentRecord({
  kind: 'home-video',
  find: store.findHomeVideo,
  fieldsOf: ({ title, description, videoUrl, posterUrl }) => ({ title, description, videoUrl, posterUrl }),
  noSuch: () => notFound(localised('There is no such video.')),
  trash: trashedHomeVideos,
})

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
    const after = await homeVideos.get(transaction, { id: await store.insertHomeVideo(transaction, row) })
    await homeVideos.record(transaction, dependencies.recorder, 'home-video.added', { after })
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
    const before = await homeVideos.get(transaction, { id }, { expectedVersion, isLocked: true })
    await store.updateHomeVideo(transaction, id, {
      ...text,
      ...(video && { path: video.path }),
      ...((video || poster) && { posterPath: poster?.path ?? null }),
    })
    if (video) removeFile(before.videoUrl)
    if ((video || poster) && before.posterUrl !== null) removeFile(before.posterUrl)
    const after = await homeVideos.get(transaction, { id })
    await homeVideos.record(transaction, dependencies.recorder, 'home-video.changed', { before, after })
    return after
  })
}
