import { randomBytes } from 'node:crypto'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { VIDEO_ALBUM } from './video-album.ts'

/** Returns a new stored path for each video, in the order of VIDEO_ALBUM. */
export function clipPaths(): string[] {
  return VIDEO_ALBUM.map(() => {
    const name = randomBytes(16).toString('hex')
    return `/media/${name.slice(0, 2)}/${name.slice(2)}.mp4`
  })
}

/** Copies the videos to their stored paths in the media folder. */
export async function copyClips(directory: string, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    const target = join(directory, path.slice('/media/'.length))
    await mkdir(dirname(target), { recursive: true })
    const file = VIDEO_ALBUM[index]?.file
    if (file) await copyFile(join(import.meta.dirname, 'clips', file), target)
  }
}
