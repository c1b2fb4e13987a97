import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A valid picture with random pixels. */
export async function sampleImage(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff',
  width = 48,
  height = 32,
): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const
  return sharp(randomBytes(width * height * 3), { raw })
    .toFormat(format)
    .toBuffer()
}

/**
 * A photo of one colour that encodes a number from 0 to 50. `readNumber` reads the number even
 * after re-encoding in another format.
 */
export async function numberedImage(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif',
  number: number,
  width = 48,
  height = 32,
): Promise<Buffer> {
  const background = { r: number * 5, g: number * 5, b: number * 5 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

export async function readNumber(image: Buffer | undefined): Promise<number | undefined> {
  if (!image) return undefined
  const { channels } = await sharp(image).stats()
  return Math.round((channels[0]?.mean ?? Number.NaN) / 5)
}

/** A JPEG of exactly `bytes` bytes, padded after the end marker, where decoders ignore data. */
export async function jpegOfBytes(bytes: number): Promise<Buffer> {
  const image = await sampleImage('jpeg')
  if (image.length > bytes) throw new Error(`A sample JPEG has ${image.length} bytes already.`)
  return Buffer.concat([image, Buffer.alloc(bytes - image.length)])
}
