import { readFile } from 'node:fs/promises'

/** Files of one second each, created by `scripts/test-videos.mjs`. */
export type SampleVideo =
  | 'index-first.mp4'
  | 'index-last.mp4'
  | 'in-fragments.mp4'
  | 'quicktime.mov'
  | 'vp8.webm'
  | 'vp9.webm'
  | 'recorded.webm'
  | 'h264.3gp'
  | 'h263.3gp'
  | 'sound.m4a'
  | 'sound.mp4'
  | 'sound.webm'
  | 'matroska.mkv'
  | 'old.avi'

export function sampleVideo(name: SampleVideo): Promise<Buffer> {
  return readFile(new URL(`./videos/${name}`, import.meta.url))
}

/**
 * A sample as the server stores it: the box of metadata of an MP4 and the tags of recorded.webm become
 * free space.
 */
export function withoutMetadata(sample: Buffer): Buffer {
  const stored = Buffer.from(sample)
  const tags = sample.lastIndexOf('1254c367', 'hex')
  if (tags !== -1) {
    const length = 5 + (sample.readUInt8(tags + 4) & 0x7f)
    stored.fill(0, tags, tags + length).write('ec01', tags, 'hex')
    stored.writeUInt8(length - 9, tags + 8)
    return stored
  }
  const type = sample.indexOf('udta')
  if (type === -1) return sample
  stored.write('free', type)
  return stored.fill(0, type + 4, type - 4 + sample.readUInt32BE(type - 4))
}

/** A playable MP4 of exactly `bytes` bytes, padded with a `free` box. */
export async function mp4OfBytes(bytes: number): Promise<Buffer> {
  const video = await sampleVideo('index-first.mp4')
  const rest = bytes - video.length
  if (rest < 8) throw new Error(`A sample MP4 has ${video.length} bytes and a box 8 more.`)
  const filler = Buffer.alloc(rest)
  filler.writeUInt32BE(rest)
  filler.write('free', 4, 'latin1')
  return Buffer.concat([video, filler])
}
