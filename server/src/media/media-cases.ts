import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpError } from '../errors.ts'
import { jpegOfBytes, sampleImage } from '../testing/sample-images.ts'
import { isStoredPath, type Media } from './media.ts'

export interface MediaUnderTest {
  media: Media
  /** The bytes kept at a stored path; `undefined` when there is none. */
  read(path: string): Promise<Buffer | undefined>
  /** How many files lie on the side, staged or left over. */
  countStaged(): Promise<number>
  close(): Promise<void>
}

const MB = 1024 * 1024

/** What every place for media must do. */
export function mediaCases(name: string, openMedia: () => Promise<MediaUnderTest>): void {
  describe(name, () => {
    let here: MediaUnderTest
    beforeEach(async () => {
      here = await openMedia()
    })
    afterEach(() => here.close())

    const stage = (bytes: Uint8Array, fileName = 'cow.jpg', maxBytes = MB) =>
      here.media.stage(chunksOf(bytes), { name: fileName, maxBytes, kind: 'photo' })

    async function expectRefused(bytes: Uint8Array, fileName: string, statusCode: number, maxBytes = MB) {
      const error = await stage(bytes, fileName, maxBytes).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ statusCode, message: expect.stringContaining(`“${fileName}”`) })
      expect(await here.countStaged()).toBe(0)
    }

    test.each([
      ['jpeg', 'jpg'],
      ['png', 'png'],
      ['webp', 'webp'],
      ['avif', 'avif'],
      ['gif', 'gif'],
    ] as const)('keeps a %s byte for byte, under a name of its own', async (format, extension) => {
      const bytes = await sampleImage(format)
      const staged = await stage(bytes, '../../etc/passwd.svg')
      expect(staged).toMatchObject({ type: extension, bytes: bytes.length })
      expect(isStoredPath(staged.path)).toBe(true)
      expect(await here.read(staged.path)).toBeUndefined()
      await here.media.commit(staged)
      expect(await here.read(staged.path)).toEqual(bytes)
      expect(await here.countStaged()).toBe(0)
    })

    test('takes a file of exactly the limit and refuses one byte more', async () => {
      const limit = 10_000
      await here.media.discard(await stage(await jpegOfBytes(limit), 'a.jpg', limit))
      await here.media.discard(await stage(await jpegOfBytes(limit - 1), 'a.jpg', limit))
      await expectRefused(await jpegOfBytes(limit + 1), 'big.jpg', 413, limit)
    })

    test('names the limit in the sentence', async () => {
      const refused = stage(await jpegOfBytes(2 * MB), 'big.jpg', MB)
      await expect(refused).rejects.toThrow('“big.jpg” is larger than 1 MB')
    })

    test('judges by content, not by name', async () => {
      await expectRefused(Buffer.from('Dear Sir or Madam, '.repeat(1000)), 'letter.jpg', 415)
      await expectRefused(Buffer.from('hi'), 'short.jpg', 415)
      await expectRefused(
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        'logo.png',
        415,
      )
      await expectRefused(await sampleImage('tiff'), 'scan.jpg', 415)
      await expectRefused(Buffer.from('%PDF-1.7\n'.padEnd(2000)), 'form.jpg', 415)
      await expectRefused(heicHead(), 'IMG_0001.HEIC', 415)
    })

    test('refuses an empty file', () => expectRefused(Buffer.alloc(0), 'empty.jpg', 400))

    test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
      'refuses a %s that stops after its first bytes',
      async (format) => {
        const bytes = await sampleImage(format)
        await expectRefused(bytes.subarray(0, 12), 'cut.jpg', 415)
        await expectRefused(Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(5000, 'x')]), 'fake.jpg', 415)
      },
    )

    test('leaves nothing when the sender goes away', async () => {
      const bytes = await jpegOfBytes(200_000)
      async function* broken() {
        yield bytes.subarray(0, 100_000)
        throw new Error('gone')
      }
      await expect(here.media.stage(broken(), { name: 'a.jpg', maxBytes: MB, kind: 'photo' })).rejects.toThrow('gone')
      expect(await here.countStaged()).toBe(0)
    })

    test('asks for the next chunk only when the last one is written', async () => {
      const bytes = await jpegOfBytes(MB)
      let asked = 0
      let inFlight = 0
      let most = 0
      const source: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => ({
          async next() {
            inFlight += 1
            most = Math.max(most, inFlight)
            const value = bytes.subarray(asked, asked + 65_536)
            asked += value.length
            await Promise.resolve()
            inFlight -= 1
            return value.length > 0 ? { value, done: false } : { value: undefined, done: true }
          },
        }),
      }
      await here.media.discard(await here.media.stage(source, { name: 'a.jpg', maxBytes: MB, kind: 'photo' }))
      expect({ asked, most }).toEqual({ asked: MB, most: 1 })
    })

    test('forgets a discarded file, twice without complaint', async () => {
      const staged = await stage(await sampleImage('png'))
      expect(await here.countStaged()).toBe(1)
      await here.media.discard(staged)
      await here.media.discard(staged)
      expect(await here.countStaged()).toBe(0)
    })

    test('removes a file, twice without complaint, and no other', async () => {
      const bytes = await sampleImage('gif')
      const [gone, kept] = [await stage(bytes), await stage(bytes)]
      await here.media.commit(gone)
      await here.media.commit(kept)
      await here.media.remove(gone.path)
      await here.media.remove(gone.path)
      expect(await here.read(gone.path)).toBeUndefined()
      expect(await here.read(kept.path)).toEqual(bytes)
    })

    test.each([
      '/media/../secret.jpg',
      '/media/aa/../../x.jpg',
      '/tmp/a.part',
      'media/aa/b.jpg',
      '/media/aa/%2e%2e.jpg',
      '',
    ])('touches nothing at the path %j', async (path) => {
      await expect(here.media.remove(path)).rejects.toThrow('Not a stored path')
    })
  })
}

function chunksOf(bytes: Uint8Array): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  )
}

/** What the photo of an iPhone starts with. */
function heicHead(): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 36]),
    Buffer.from('ftypheic\0\0\0\0mif1MiHEmiafheic'),
    Buffer.alloc(4000),
  ])
}
