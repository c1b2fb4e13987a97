import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const VIDEOS = join(import.meta.dirname, '../support/videos')
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c73' } })
const jpeg = await picture.jpeg().toBuffer()
const video = readFileSync(join(VIDEOS, 'hevc.mp4'))

/** Good, damaged and false files. */
const FILES = {
  jpeg,
  png: await picture.png().toBuffer(),
  webp: await picture.webp().toBuffer(),
  video,
  'half a jpeg': jpeg.subarray(0, jpeg.length / 2),
  'half a video': video.subarray(0, 2000),
  'jpeg with a script': Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'text with a jpeg signature': Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('no picture')]),
  pdf: Buffer.from('%PDF-1.4\n%%EOF\n'),
  'half a pdf': Buffer.from('%PDF-1.4\n'),
  zeros: Buffer.alloc(300_000),
  empty: Buffer.alloc(0),
}

export type FileName = keyof typeof FILES

/** Good files by the kind that a field takes. */
export const GOOD_FILES: Record<'image' | 'video' | 'pdf', readonly [FileName, FileName]> = {
  image: ['jpeg', 'png'],
  video: ['video', 'video'],
  pdf: ['pdf', 'pdf'],
}

export const FILE_NAMES = Object.keys(FILES) as FileName[]

export function fileContent(name: FileName): Buffer {
  return FILES[name]
}
