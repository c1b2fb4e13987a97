import { Readable } from 'node:stream'
import type { Media, StagedFile } from '@sevadesk/server/media/media.ts'
import sharp from 'sharp'
import type { Album } from './photo-album.ts'
import { seededRandom } from './random.ts'

const CONCURRENCY = 4

/** Draws the photos and stages them in the same order. If one fails, all are discarded. */
export async function stagePhotos(media: Media, albums: readonly Album[]): Promise<StagedFile[]> {
  const staged = new Map<number, StagedFile>()
  const left = [...albums.entries()]
  async function drawNext(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, album] = next
      const name = `${album.title}.jpg`
      staged.set(
        index,
        await media.stage(Readable.from([await drawPhoto(album, index)]), {
          name,
          maxBytes: Number.MAX_SAFE_INTEGER,
          kind: 'photo',
        }),
      )
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, drawNext))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    for (const file of staged.values()) await media.discard(file)
    throw failed.reason
  }
  return [...staged.entries()].sort(([a], [b]) => a - b).map(([, file]) => file)
}

/** Every third picture is WebP, the others JPEG. */
async function drawPhoto({ size: [width, height], draw }: Album, index: number): Promise<Buffer> {
  const drawing = sharp(Buffer.from(draw({ width, height, random: seededRandom(1000 + index) })))
  return index % 3 === 2 ? drawing.webp({ quality: 82 }).toBuffer() : drawing.jpeg({ quality: 84 }).toBuffer()
}
