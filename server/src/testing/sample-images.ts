import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A real photo of the given format, noisy enough that no two are alike. */
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

/** A JPEG of exactly so many bytes: decoders stop at the end marker and ignore what follows. */
export async function jpegOfBytes(bytes: number): Promise<Buffer> {
  const image = await sampleImage('jpeg')
  if (image.length > bytes) throw new Error(`A sample JPEG has ${image.length} bytes already.`)
  return Buffer.concat([image, Buffer.alloc(bytes - image.length)])
}
