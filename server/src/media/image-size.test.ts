import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleImage } from '../testing/sample-images.ts'
import { readImageSize } from './image-size.ts'
import { findImageType } from './image-type.ts'

const readerOf = (bytes: Buffer) => async (offset: number, length: number) => bytes.subarray(offset, offset + length)

async function look(bytes: Buffer) {
  const type = findImageType(bytes.subarray(0, 512))
  return type && type !== 'heic' ? { type, size: await readImageSize(type, readerOf(bytes)) } : type
}

describe('the type and size of an image', () => {
  test.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['avif', 'avif'],
    ['gif', 'gif'],
  ] as const)('of a %s', async (format, type) => {
    for (const [width, height] of [
      [1, 1],
      [333, 222],
      [3000, 4],
    ] as const) {
      expect(await look(await sampleImage(format, width, height))).toEqual({ type, size: { width, height } })
    }
  })

  test('of the other kinds of WebP and JPEG', async () => {
    const { default: sharp } = await import('sharp')
    const picture = sharp({ create: { width: 70, height: 50, channels: 4, background: '#a4b5c680' } })
    const size = { width: 70, height: 50 }
    expect(await look(await picture.clone().webp({ lossless: true }).toBuffer())).toEqual({ type: 'webp', size })
    expect(
      await look(
        await picture
          .clone()
          .webp({ quality: 50 })
          .withExif({ IFD0: { Artist: 'A' } })
          .toBuffer(),
      ),
    ).toEqual({ type: 'webp', size })
    expect(await look(await picture.clone().jpeg({ progressive: true }).toBuffer())).toEqual({ type: 'jpg', size })
  })

  test('of a phone photo with megabytes of metadata first', async () => {
    const photo = await sampleImage('jpeg', 64, 40)
    const metadata = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533)])
    const bytes = Buffer.concat([
      photo.subarray(0, 2),
      ...Array.from({ length: 50 }, () => metadata),
      photo.subarray(2),
    ])
    expect(await look(bytes)).toEqual({ type: 'jpg', size: { width: 64, height: 40 } })
  })

  test('of an AVIF that leads with the brand of its family', async () => {
    const bytes = await sampleImage('avif', 64, 40)
    bytes.write('mif1', 8, 'latin1')
    expect(await look(bytes)).toEqual({ type: 'avif', size: { width: 64, height: 40 } })
  })

  test('is unknown for a cut of any length before it, and never throws', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      const bytes = await sampleImage(format)
      for (let length = 0; length < Math.min(bytes.length, 700); length += 1) {
        const found = await look(bytes.subarray(0, length))
        if (typeof found === 'object' && found.size) expect(found.size).toEqual({ width: 48, height: 32 })
      }
    }
  })

  test('is told or not for anything behind a good start, without end or error', async () => {
    const starts = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', '\0\0\0\x14ftypavif\0\0\0\0avif']
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2000 }), async (start, rest) => {
        const found = await look(Buffer.concat([Buffer.from(start, 'latin1'), rest]))
        expect(found).toHaveProperty('type')
      }),
    )
  })
})
