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
  dependencies: FileDependencies,
  { title = '', description = '' }: HomeVideoText,
  file: StagedFile,
): Promise<HomeVideo> {
  return changeFiles(dependencies, [file], (transaction) => {
    return store.insertHomeVideo(transaction, { title, description, path: file.path })
  })
}

/** Keeps omitted text; a new file replaces the old one. Throws notFound(). */
export async function updateHomeVideo(
  dependencies: FileDependencies,
  id: string,
  text: HomeVideoText,
  file: StagedFile | undefined,
): Promise<HomeVideo> {
  return changeFiles(dependencies, file ? [file] : [], async (transaction, removeFile) => {
    const video = await store.updateHomeVideoText(transaction, id, text)
    if (!video) throw noSuchHomeVideo()
    if (!file) return video
    await store.updateHomeVideoPath(transaction, id, file.path)
    removeFile(video.videoUrl)
    return { ...video, videoUrl: file.path }
  })
}

/** Throws notFound(). */
export async function deleteHomeVideo(dependencies: FileDependencies, id: string): Promise<void> {
  await changeFiles(dependencies, [], async (transaction, removeFile) => {
    const path = await store.deleteHomeVideo(transaction, id)
    if (path === undefined) throw noSuchHomeVideo()
    removeFile(path)
  })
}

export function noSuchHomeVideo() {
  return notFound({ en: 'There is no such video.', hi: 'ऐसा कोई वीडियो नहीं है।' })
}
