import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpError } from '../../errors.ts'
import { isStoredPath, type Media } from '../../media/media.ts'
import { jpegOfBytes, numberedImage, readNumber, sampleImage } from './sample-images.ts'

export interface MediaUnderTest {
  media: Media
  /** The bytes at a stored path; `undefined` without a file. */
  read(path: string): Promise<Buffer | undefined>
  /** Stored paths of all files, sorted. */
  listStored(): Promise<string[]>
  /** Number of staged files, including those left over after a failure. */
  countStaged(): Promise<number>
  close(): Promise<void>
}

const MB = 1024 * 1024

const clip = readFileSync(new URL('../../../../demo/src/clips/gaushala.mp4', import.meta.url))

/** Tests that every implementation of Media must pass. */
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
      ['avif', 'webp'],
      ['gif', 'gif'],
    ] as const)('stores a %s as %s under a generated name', async (format, type) => {
      const staged = await stage(await numberedImage(format, 21, 60, 40), '../../etc/passwd.svg')
      expect(staged).toMatchObject({ type, picture: { width: 60, height: 40 } })
      expect(staged.path).toMatch(new RegExp(`\\.${type}$`))
      expect(isStoredPath(staged.path)).toBe(true)
      expect(await here.read(staged.path)).toBeUndefined()
      await here.media.commit(staged)
      const kept = await here.read(staged.path)
      expect(kept).toHaveLength(staged.bytes)
      expect(await readNumber(kept)).toBe(21)
      expect(await here.countStaged()).toBe(0)
    })

    test('stores a video byte for byte', async () => {
      const staged = await here.media.stage(chunksOf(clip), { name: 'cow.mp4', maxBytes: MB, kind: 'video' })
      expect(staged).toEqual({ path: expect.stringMatching(/\.mp4$/), type: 'mp4', bytes: clip.length })
      await here.media.commit(staged)
      expect((await here.read(staged.path))?.equals(clip)).toBe(true)
    })

    test('stores a PDF byte for byte', async () => {
      const pdf = examplePdf(['Example'])
      const staged = await here.media.stage(chunksOf(pdf), { name: 'a.jpg', maxBytes: MB, kind: 'pdf' })
      expect(staged).toEqual({ path: expect.stringMatching(/\.pdf$/), type: 'pdf', bytes: pdf.length })
      await here.media.commit(staged)
      expect((await here.read(staged.path))?.equals(pdf)).toBe(true)
    })

    test('refuses a photo as video and a video as photo', async () => {
      await expectRefused(clip, 'cow.jpg', 415)
      const refused = here.media.stage(chunksOf(await sampleImage('jpeg')), {
        name: 'cow',
        maxBytes: MB,
        kind: 'video',
      })
      await expect(refused).rejects.toThrow('“cow”')
      expect(await here.countStaged()).toBe(0)
    })

    test('accepts a file of exactly the limit and refuses one byte more', async () => {
      const limit = 10_000
      await here.media.discard(await stage(await jpegOfBytes(limit), 'a.jpg', limit))
      await here.media.discard(await stage(await jpegOfBytes(limit - 1), 'a.jpg', limit))
      await expectRefused(await jpegOfBytes(limit + 1), 'big.jpg', 413, limit)
    })

    test('names the limit in the message', async () => {
      const refused = stage(await jpegOfBytes(2 * MB), 'big.jpg', MB)
      await expect(refused).rejects.toThrow('at most 1 MB')
    })

    test('detects the type by content, not by name', async () => {
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
      'refuses a %s of which only the first bytes are valid',
      async (format) => {
        const bytes = await sampleImage(format)
        await expectRefused(bytes.subarray(0, 12), 'cut.jpg', 415)
        await expectRefused(Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(5000, 'x')]), 'fake.jpg', 415)
      },
    )

    test('leaves no file when the source fails', async () => {
      const bytes = await jpegOfBytes(200_000)
      async function* broken() {
        yield bytes.subarray(0, 100_000)
        throw new Error('gone')
      }
      await expect(here.media.stage(broken(), { name: 'a.jpg', maxBytes: MB, kind: 'photo' })).rejects.toThrow('gone')
      expect(await here.countStaged()).toBe(0)
    })

    test('reads the source one chunk at a time', async () => {
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

    test('discards a file, idempotently', async () => {
      const staged = await stage(await sampleImage('png'))
      expect(await here.countStaged()).toBe(1)
      await here.media.discard(staged)
      await here.media.discard(staged)
      expect(await here.countStaged()).toBe(0)
    })

    test('removes only the given file, idempotently', async () => {
      const [gone, kept] = [await place(await numberedImage('gif', 1)), await place(await numberedImage('gif', 2))]
      await here.media.remove(gone)
      await here.media.remove(gone)
      expect(await here.read(gone)).toBeUndefined()
      expect(await readNumber(await here.read(kept))).toBe(2)
      expect([await here.media.exists(gone), await here.media.exists(kept)]).toEqual([false, true])
    })

    test('reads a stored file', async () => {
      const path = await place(await sampleImage('png'))
      const chunks: Uint8Array[] = []
      for await (const chunk of here.media.read(path)) chunks.push(chunk)
      expect(Buffer.concat(chunks).equals((await here.read(path)) ?? Buffer.alloc(0))).toBe(true)
    })

    describe('smaller versions', () => {
      test('are created in each smaller width and both formats', async () => {
        const path = await place(await numberedImage('jpeg', 33, 900, 600))
        const staged = await here.media.stageVariants(path)
        expect(staged).toEqual({ path, widths: [400, 800] })
        expect(await here.listStored()).toEqual([path])
        await here.media.commitVariants(staged)
        expect(await here.countStaged()).toBe(0)
        for (const width of staged.widths)
          for (const format of PICTURE_FORMATS) {
            const variant = await here.read(variantPath(path, width, format))
            expect(await readNumber(variant)).toBe(33)
            expect(await sizeOf(variant)).toEqual({ width, height: Math.round((width * 2) / 3) })
          }
        expect(await here.listStored()).toEqual(allOf(path, 400, 800))
      })

      test('can be created again or discarded, idempotently', async () => {
        const path = await place(await numberedImage('webp', 3, 500, 20))
        await here.media.commitVariants(await here.media.stageVariants(path))
        await here.media.commitVariants(await here.media.stageVariants(path))
        const staged = await here.media.stageVariants(path)
        await here.media.discardVariants(staged)
        await here.media.discardVariants(staged)
        expect(await here.countStaged()).toBe(0)
        expect(await here.listStored()).toEqual(allOf(path, 400))
      })

      test('are removed only with their own picture', async () => {
        const [gone, kept] = [await place(await sampleImage('jpeg', 410)), await place(await sampleImage('png', 410))]
        for (const path of [gone, kept]) await here.media.commitVariants(await here.media.stageVariants(path))
        await here.media.remove(gone)
        expect(await here.listStored()).toEqual(allOf(kept, 400))
      })

      test('can be trimmed to given widths, or removed one by one', async () => {
        const path = await place(await sampleImage('jpeg', 1700, 10))
        await here.media.commitVariants(await here.media.stageVariants(path))
        expect(await here.listStored()).toEqual(allOf(path, 400, 800, 1600))
        await here.media.trimVariants(path, [400, 800])
        expect(await here.listStored()).toEqual(allOf(path, 400, 800))
        await here.media.remove(variantPath(path, 800, 'avif'))
        expect(await here.media.exists(variantPath(path, 800, 'webp'))).toBe(true)
        await here.media.trimVariants(path, [400])
        await here.media.trimVariants(path, [400])
        expect(await here.listStored()).toEqual(allOf(path, 400))
      })

      test('fail for a missing file or a video and leave no file', async () => {
        const video = await here.media.stage(chunksOf(clip), { name: 'cow.mp4', maxBytes: MB, kind: 'video' })
        await here.media.commit(video)
        await expect(here.media.stageVariants(video.path)).rejects.toThrow()
        await expect(here.media.stageVariants(`/media/00/${'0'.repeat(30)}.jpg`)).rejects.toThrow()
        expect(await here.countStaged()).toBe(0)
      })
    })

    async function place(bytes: Uint8Array): Promise<string> {
      const staged = await stage(bytes)
      await here.media.commit(staged)
      return staged.path
    }

    test.each([
      '/media/../secret.jpg',
      '/media/aa/../../x.jpg',
      '/tmp/a.part',
      'media/aa/b.jpg',
      '/media/aa/%2e%2e.jpg',
      '',
    ])('refuses the path %j', async (path) => {
      await expect(here.media.remove(path)).rejects.toThrow('Not a stored path')
    })
  })
}

function allOf(path: string, ...widths: number[]): string[] {
  return [path, ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => variantPath(path, width, format)))].sort()
}

async function sizeOf(image: Buffer | undefined) {
  const { width, height } = await sharp(image).metadata()
  return { width, height }
}

function chunksOf(bytes: Uint8Array): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  )
}

/** The first bytes of an iPhone's HEIC photo, padded with zeros. */
function heicHead(): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 36]),
    Buffer.from('ftypheic\0\0\0\0mif1MiHEmiafheic'),
    Buffer.alloc(4000),
  ])
}
