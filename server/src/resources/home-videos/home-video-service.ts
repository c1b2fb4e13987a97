import type { HomeVideo } from '@sevadesk/contract/home-video-schemas.ts'
import { notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { changeFiles, type FileDependencies } from '../media-files/pending-file-service.ts'
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
  dependencies: FileDependencies,
  { title = '', description = '' }: HomeVideoText,
  { video, poster }: HomeVideoFiles & { video: StagedFile },
): Promise<HomeVideo> {
  const row = { title, description, path: video.path, poster_path: poster?.path ?? null }
  return changeFiles(dependencies, poster ? [video, poster] : [video], async (transaction) =>
    store.getHomeVideo(transaction, await store.insertHomeVideo(transaction, row)),
  )
}

/**
 * Keeps omitted text; a new file replaces the old one. A new video without a poster loses the old
 * poster, which shows another film. Throws notFound().
 */
export async function updateHomeVideo(
  dependencies: FileDependencies,
  id: string,
  text: HomeVideoText,
  { video, poster }: HomeVideoFiles,
): Promise<HomeVideo> {
  const files = [video, poster].filter((file) => file !== undefined)
  return changeFiles(dependencies, files, async (transaction, removeFile) => {
    const old = await store.updateHomeVideoText(transaction, id, text)
    if (!old) throw noSuchHomeVideo()
    if (video) {
      await store.updateHomeVideoPath(transaction, id, video.path)
      removeFile(old.path)
    }
    if (video || poster) {
      await store.updatePosterPath(transaction, id, poster?.path ?? null)
      if (old.poster_path !== null) removeFile(old.poster_path)
    }
    return store.getHomeVideo(transaction, id)
  })
}

/** Throws notFound(). */
export async function deleteHomeVideo(dependencies: FileDependencies, id: string): Promise<void> {
  await changeFiles(dependencies, [], async (transaction, removeFile) => {
    const old = await store.deleteHomeVideo(transaction, id)
    if (!old) throw noSuchHomeVideo()
    removeFile(old.path)
    if (old.poster_path !== null) removeFile(old.poster_path)
  })
}

export function noSuchHomeVideo() {
  return notFound({ en: 'There is no such video.', hi: 'ऐसा कोई वीडियो नहीं है।' })
}
