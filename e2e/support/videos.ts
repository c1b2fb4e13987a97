import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { cachedFile } from './cached-file.ts'
import { writePaddedVideo } from './padded-video.ts'

const VIDEOS = join(import.meta.dirname, 'videos')

/** Copies of the files in `videos/`, with the given name. */
export const phoneVideo = (name = 'arati.mp4') => named('h264.mp4', name)
export const webmVideo = (name = 'arati.webm') => named('vp8.webm', name)

async function named(file: string, name: string): Promise<string> {
  return cachedFile(name, (path) => copyFile(join(VIDEOS, file), path))
}

/** A complete MP4 with an unknown codec. */
export function unknownCodecVideo(): Promise<string> {
  return cachedFile('strange.mp4', (path) => writePaddedVideo(path, { bytes: 300_000, codec: 'zzz1' }))
}

/** A text file with the name of a video. */
export function falseVideo(): Promise<string> {
  return cachedFile('notes.mp4', (path) => writeFile(path, 'Milk 12 litres, hay 3 bundles\n'.repeat(50)))
}

/**
 * The colour in the upper third of a video player. Test videos are green for three seconds, then
 * blue for one.
 */
export async function shownColour(video: Locator): Promise<'green' | 'blue' | 'other'> {
  const picture = sharp(await video.screenshot())
  const { width, height } = await picture.metadata()
  const middle = { left: Math.floor(width * 0.3), width: Math.floor(width * 0.4) }
  const upper = await picture.extract({ ...middle, top: Math.floor(height * 0.25), height: 4 }).toBuffer()
  const [red = 0, green = 0, blue = 0] = (await sharp(upper).stats()).channels.map(({ mean }) => mean)
  if (green > red + 40 && green > blue + 40) return 'green'
  return blue > red + 40 && blue > green + 40 ? 'blue' : 'other'
}
