import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import sharp from 'sharp'
import { cachedFile } from './cached-file.ts'

const TYPES = ['png', 'webp'] as const
const cached = (name: string, make: () => Promise<Buffer>) =>
  cachedFile(name, async (path) => writeFile(path, await make()))

/**
 * A JPEG as a phone takes it: 16 megapixels, over 12 MB, with EXIF data that rotate it and hold the
 * GPS position.
 */
export async function phonePhoto(): Promise<string> {
  const path = await cached('phone.jpg', () => {
    const place = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '26/1 55/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '75/1 49/1 0/1',
    }
    return noise(4608, 3456)
      .withExif({ IFD0: { Model: 'Phone 7' }, IFD3: place })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
  })
  if (statSync(path).size < 12_000_000) throw new Error('The phone photo came out too small')
  return path
}

/**
 * A PNG, which the panel sends as it is, of over 10 MB and quick to process: most of it is padding
 * after the picture. Larger than the socket buffers, so that a stalled upload is never sent
 * completely.
 */
export function largePhoto(name: string): Promise<string> {
  return cached(name, async () => {
    const picture = await noise(640, 480).png().toBuffer()
    return Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)])
  })
}

function noise(width: number, height: number) {
  const background = '#888888'
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
}

/** A small picture of one colour. The extension of the name decides its format. */
export function plainPhoto(name: string, colour: string): Promise<string> {
  const picture = { width: 640, height: 480, channels: 3, background: colour } as const
  const ending = extname(name).slice(1)
  const type = TYPES.find((one) => one === ending) ?? 'jpeg'
  return cached(name, () => sharp({ create: picture }).toFormat(type).toBuffer())
}

/** Text in a file named as a photo. */
export function falsePhoto(): Promise<string> {
  return cached('notes.jpg', async () => Buffer.from('Milk 12 litres, hay 3 bundles\n'.repeat(50)))
}
