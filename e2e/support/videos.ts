import { existsSync, mkdirSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { writePaddedVideo } from './padded-video.ts'
import { placeFile } from './place-file.ts'

const VIDEOS = join(import.meta.dirname, 'videos')
/** Change this name when the videos change: existing files are not written again. */
const FOLDER = join(tmpdir(), 'sevadesk-e2e-videos-2')

/** Copies of the files in `videos/`, with the given name. */
export const phoneVideo = (name = 'arati.mp4') => named('h264.mp4', name)
export const webmVideo = (name = 'arati.webm') => named('vp8.webm', name)

async function named(file: string, name: string): Promise<string> {
  return cached(name, (path) => copyFile(join(VIDEOS, file), path))
}

/** A complete MP4 with an unknown codec. */
export function unknownCodecVideo(): Promise<string> {
  return cached('strange.mp4', (path) => writePaddedVideo(path, { bytes: 300_000, codec: 'zzz1' }))
}

/** A text file with the name of a video. */
export function falseVideo(): Promise<string> {
  return cached('notes.mp4', (path) => writeFile(path, 'Milk 12 litres, hay 3 bundles\n'.repeat(50)))
}

/**
 * Writes each file once per machine: Chromium fails to read a file that another worker replaces.
 * Other workers see only a complete file.
 */
async function cached(name: string, write: (path: string) => Promise<unknown>): Promise<string> {
  const path = join(FOLDER, name)
  if (existsSync(path)) return path
  mkdirSync(FOLDER, { recursive: true })
  const temporary = `${path}.${process.pid}`
  await write(temporary)
  placeFile(temporary, path)
  return path
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
