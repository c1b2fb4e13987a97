import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppDependencies } from '@sevadesk/server/dependencies.ts'
import { newPartName } from '@sevadesk/server/media/disk-files.ts'
import { VIDEO_ALBUM } from './video-album.ts'

/** Returns a new stored path for each video, in the order of VIDEO_ALBUM. */
export function clipPaths(): string[] {
  return VIDEO_ALBUM.map(() => {
    const name = randomBytes(16).toString('hex')
    return `/media/${name.slice(0, 2)}/${name.slice(2)}.mp4`
  })
}

/** Copies the videos to their stored paths. */
export async function copyClips(
  { config, media }: Pick<AppDependencies, 'config' | 'media'>,
  paths: readonly string[],
): Promise<void> {
  const files = paths.flatMap((path, index) => {
    const { file } = VIDEO_ALBUM[index] ?? {}
    return file ? [{ clip: join(import.meta.dirname, 'clips', file), from: stagedAt(config.dataDir), path }] : []
  })
  for (const { clip, from } of files) await copyFile(clip, from)
  await media.store.put(files)
}

function stagedAt(dataDir: string): string {
  return join(dataDir, 'tmp', newPartName())
}
