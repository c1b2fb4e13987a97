import type { HomeVideo } from '@sevadesk/contract/home-video-schemas.ts'
import { notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { changeFiles, type FileDependencies } from '../media-files/pending-file-service.ts'
import * as store from './home-video-store.ts'

export interface HomeVideoText {
  title?: string
  description?: string
}

export async function addHomeVideo(
  parts: FileDependencies,
  { title = '', description = '' }: HomeVideoText,
  file: StagedFile,
): Promise<HomeVideo> {
  return changeFiles(parts, [file], (transaction) => {
    return store.insertHomeVideo(transaction, { title, description, path: file.path })
  })
}

/** Text that is left out stays; a file, when given, replaces the old one. Throws notFound(). */
export async function updateHomeVideo(
  parts: FileDependencies,
  id: string,
  text: HomeVideoText,
  file: StagedFile | undefined,
): Promise<HomeVideo> {
  return changeFiles(parts, file ? [file] : [], async (transaction, leave) => {
    const video = await store.updateHomeVideoText(transaction, id, text)
    if (!video) throw noSuchHomeVideo()
    if (!file) return video
    await store.updateHomeVideoPath(transaction, id, file.path)
    leave(video.videoUrl)
    return { ...video, videoUrl: file.path }
  })
}

/** Throws notFound(). */
export async function deleteHomeVideo(parts: FileDependencies, id: string): Promise<void> {
  await changeFiles(parts, [], async (transaction, leave) => {
    const path = await store.deleteHomeVideo(transaction, id)
    if (path === undefined) throw noSuchHomeVideo()
    leave(path)
  })
}

export function noSuchHomeVideo() {
  return notFound({ en: 'There is no such video.', hi: 'ऐसा कोई वीडियो नहीं है।' })
}
