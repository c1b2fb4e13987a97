import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { HttpError } from '../errors.ts'
import { isStoredPath, type Media } from '../media/media.ts'
import { jpegOfBytes, numberedImage, readNumber, sampleImage } from './files/sample-images.ts'
import { sampleVideo, withoutMetadata } from './files/sample-videos.ts'

const MB = 1024 * 1024
const clip = readFileSync(new URL('../../../demo/src/clips/gaushala.mp4', import.meta.url))

/** A box of the ISO format. */
function box(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

/** An EBML element with a size of one byte. */
function element(id: string, body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | body.length]), Buffer.from(body)])
}

export interface MediaPlace {
  media: Media
  dataDir: string
  /** The bytes at a stored path; `undefined` without a file. */
  read(path: string): Promise<Buffer | undefined>
  /** Paths of all stored files, in order. */
  listStored(): Promise<string[]>
  close(): Promise<void>
}

/** What every store of media does. `open` returns an empty one, for photos of at most 1 MP and 2,000 pixels. */
export function mediaCases(name: string, open: () => Promise<MediaPlace>): void {
  describe(name, () => {
    let place: MediaPlace
    let media: Media
    beforeEach(async () => {
      place = await open()
      media = place.media
      return place.close
    })
    const read = (path: string) => place.read(path)
    const listStored = () => place.listStored()
    /** Number of staged files, including those left over after a failure. */
    const countStaged = async () => (await readdir(join(place.dataDir, 'tmp'))).length

    const stage = (bytes: Uint8Array, fileName = 'cow.jpg', maxBytes = MB) =>
      media.stage(chunksOf(bytes), { name: fileName, maxBytes, kind: 'photo' })

    async function expectRefused(bytes: Uint8Array, fileName: string, statusCode: number, maxBytes = MB) {
      const error = await stage(bytes, fileName, maxBytes).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ statusCode, message: expect.stringContaining(`“${fileName}”`) })
      expect(await countStaged()).toBe(0)
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
      expect(await read(staged.path)).toBeUndefined()
      await media.commit(staged)
      const kept = await read(staged.path)
      expect(kept).toHaveLength(staged.bytes)
      expect(await readNumber(kept)).toBe(21)
      expect(await countStaged()).toBe(0)
    })

    async function storeVideo(bytes: Buffer): Promise<Buffer> {
      const staged = await media.stage(chunksOf(bytes), { name: 'cow.mp4', maxBytes: MB, kind: 'video' })
      await media.commit(staged)
      expect(staged.bytes).toBe(bytes.length)
      return (await read(staged.path)) ?? Buffer.alloc(0)
    }

    test('stores a video byte for byte', async () => {
      const video = withoutMetadata(await sampleVideo('recorded.webm'))
      expect((await storeVideo(video)).equals(video)).toBe(true)
    })

    test('stores an MP4 without what it says of where it was made, in its whole length', async () => {
      const video = await sampleVideo('index-last.mp4')
      const movie = video.indexOf('moov') - 4
      expect(movie + video.readUInt32BE(movie)).toBe(video.length)
      const place = '+27.5706+077.6593/'
      const inMovie = [
        box('udta', box('\xa9xyz', `\0\x12\x15\xc7${place}`), box('loci', place)),
        box('meta', `com.apple.quicktime.location.ISO6709${place}`),
        box('trak', box('udta', place), box('mdia', box('uuid', place))),
      ]
      const needed = box('uuid', 'fragment times')
      const ofTrack = box('traf', box('udta', place), box('meta', place), needed)
      const fragment = box('moof', box('udta', place), box('meta', place), ofTrack)
      const sent = Buffer.concat([video, ...inMovie, box('uuid', `exif:GPSLatitude ${place}`), fragment])
      sent.writeUInt32BE(video.length - movie + Buffer.concat(inMovie).length, movie)
      const kept = await storeVideo(sent)
      expect(kept.includes(place)).toBe(false)
      expect(kept.subarray(0, movie).equals(sent.subarray(0, movie))).toBe(true)
      // The sample says with which program it was made.
      for (const type of ['udta', 'meta']) expect(kept.includes(type, movie)).toBe(false)
      expect(kept.indexOf('uuid', movie)).toBe(kept.indexOf(needed) + 4)
      expect(kept.indexOf('trak', movie)).toBe(sent.indexOf('trak', movie))
      expect((await storeVideo(kept)).equals(kept)).toBe(true)
    })

    test('stores a WebM without its tags, which may say where it was made, in its whole length', async () => {
      const place = '+27.5706+077.6593/'
      const tags = element('1254c367', place)
      const tracks = element('1654ae6b', element('ae', element('83', '\x01')))
      const pictures = element('1f43b675', 'pictures')
      // The segment declares no size.
      const head = Buffer.concat([element('1a45dfa3', element('4282', 'webm')), Buffer.from('18538067ff', 'hex')])
      const sent = Buffer.concat([head, tags, tracks, pictures, tags])
      const free = Buffer.concat([Buffer.from('ec01000000000000', 'hex'), Buffer.alloc(tags.length - 8)])
      free.writeUInt8(tags.length - 9, 8)
      const kept = Buffer.concat([head, free, tracks, pictures, free])
      expect(await storeVideo(sent)).toEqual(kept)
      expect(await storeVideo(kept)).toEqual(kept)
      const cut = Buffer.concat([kept, tags.subarray(0, -1)])
      expect(await storeVideo(cut)).toEqual(cut)
    })

    test('stores an MP4 whose boxes are nested more deeply than any video needs', async () => {
      const video = await storeVideo(await sampleVideo('index-last.mp4'))
      const deep = Buffer.alloc(8 * 99_000, box('moov'))
      for (let at = 0; at < deep.length; at += 8) deep.writeUInt32BE(deep.length - at, at)
      deep.write('udta', deep.length - 4, 'latin1')
      const sent = Buffer.concat([video, deep])
      expect((await storeVideo(sent)).equals(sent)).toBe(true)
    })

    test('stores a PDF byte for byte', async () => {
      const pdf = examplePdf(['Example'])
      const staged = await media.stage(chunksOf(pdf), { name: 'a.jpg', maxBytes: MB, kind: 'pdf' })
      expect(staged).toEqual({ path: expect.stringMatching(/\.pdf$/), type: 'pdf', bytes: pdf.length })
      await media.commit(staged)
      expect((await read(staged.path))?.equals(pdf)).toBe(true)
    })

    test('refuses a photo as video and a video as photo', async () => {
      await expectRefused(clip, 'cow.jpg', 415)
      const refused = media.stage(chunksOf(await sampleImage('jpeg')), {
        name: 'cow',
        maxBytes: MB,
        kind: 'video',
      })
      await expect(refused).rejects.toThrow('“cow”')
      expect(await countStaged()).toBe(0)
    })

    test('accepts a file of exactly the limit and refuses one byte more', async () => {
      const limit = 10_000
      await media.discard(await stage(await jpegOfBytes(limit), 'a.jpg', limit))
      await media.discard(await stage(await jpegOfBytes(limit - 1), 'a.jpg', limit))
      await expectRefused(await jpegOfBytes(limit + 1), 'big.jpg', 413, limit)
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
      await expect(media.stage(broken(), { name: 'a.jpg', maxBytes: MB, kind: 'photo' })).rejects.toThrow('gone')
      expect(await countStaged()).toBe(0)
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
      await media.discard(await media.stage(source, { name: 'a.jpg', maxBytes: MB, kind: 'photo' }))
      expect({ asked, most }).toEqual({ asked: MB, most: 1 })
    })

    test('discards a file, idempotently', async () => {
      const staged = await stage(await sampleImage('png'))
      expect(await countStaged()).toBe(1)
      await media.discard(staged)
      await media.discard(staged)
      expect(await countStaged()).toBe(0)
    })

    test('removes only the given file, idempotently', async () => {
      const [gone, kept] = [await store(await numberedImage('gif', 1)), await store(await numberedImage('gif', 2))]
      await media.remove(gone)
      await media.remove(gone)
      expect(await read(gone)).toBeUndefined()
      expect(await readNumber(await read(kept))).toBe(2)
      expect([await media.exists(gone), await media.exists(kept)]).toEqual([false, true])
    })

    test('reads a stored file', async () => {
      const path = await store(await sampleImage('png'))
      const chunks: Uint8Array[] = []
      for await (const chunk of media.read(path)) chunks.push(chunk)
      expect(Buffer.concat(chunks).equals((await read(path)) ?? Buffer.alloc(0))).toBe(true)
    })

    describe('smaller versions', () => {
      test('are created in each smaller width and both formats', async () => {
        const path = await store(await numberedImage('jpeg', 33, 900, 600))
        const staged = await media.stageVariants(path)
        expect(staged).toEqual({ path, widths: [400, 800] })
        expect(await listStored()).toEqual([path])
        await media.commitVariants(staged)
        expect(await countStaged()).toBe(0)
        for (const width of staged.widths)
          for (const format of PICTURE_FORMATS) {
            const variant = await read(variantPath(path, width, format))
            expect(await readNumber(variant)).toBe(33)
            expect(await sizeOf(variant)).toEqual({ width, height: Math.round((width * 2) / 3) })
          }
        expect(await listStored()).toEqual(allOf(path, 400, 800))
      })

      test('can be created again or discarded, idempotently', async () => {
        const path = await store(await numberedImage('webp', 3, 500, 20))
        await media.commitVariants(await media.stageVariants(path))
        await media.commitVariants(await media.stageVariants(path))
        const staged = await media.stageVariants(path)
        await media.discardVariants(staged)
        await media.discardVariants(staged)
        expect(await countStaged()).toBe(0)
        expect(await listStored()).toEqual(allOf(path, 400))
      })

      test('are removed only with their own picture', async () => {
        const [gone, kept] = [await store(await sampleImage('jpeg', 410)), await store(await sampleImage('png', 410))]
        for (const path of [gone, kept]) await media.commitVariants(await media.stageVariants(path))
        await media.remove(gone)
        expect(await listStored()).toEqual(allOf(kept, 400))
      })

      test('can be trimmed to given widths, or removed one by one', async () => {
        const path = await store(await sampleImage('jpeg', 1700, 10))
        await media.commitVariants(await media.stageVariants(path))
        expect(await listStored()).toEqual(allOf(path, 400, 800, 1600))
        await media.trimVariants(path, [400, 800])
        expect(await listStored()).toEqual(allOf(path, 400, 800))
        await media.remove(variantPath(path, 800, 'avif'))
        expect(await media.exists(variantPath(path, 800, 'webp'))).toBe(true)
        await media.trimVariants(path, [400])
        await media.trimVariants(path, [400])
        expect(await listStored()).toEqual(allOf(path, 400))
      })

      test('fail for a missing file or a video and leave no file', async () => {
        const video = await media.stage(chunksOf(clip), { name: 'cow.mp4', maxBytes: MB, kind: 'video' })
        await media.commit(video)
        await expect(media.stageVariants(video.path)).rejects.toThrow()
        await expect(media.stageVariants(`/media/00/${'0'.repeat(30)}.jpg`)).rejects.toThrow()
        expect(await countStaged()).toBe(0)
      })
    })

    async function store(bytes: Uint8Array): Promise<string> {
      const staged = await stage(bytes)
      await media.commit(staged)
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
      await expect(media.remove(path)).rejects.toThrow('Not a stored path')
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
