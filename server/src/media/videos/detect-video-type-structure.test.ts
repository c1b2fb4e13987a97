import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HttpError } from '../../errors.ts'
import { inspectVideo } from './detect-video-type.ts'

/** Detects the type of a file with these bytes. Returns an HttpError instead of throwing it. */
function detect(file: Buffer) {
  const readAt = async (offset: number, length: number) => {
    // File handles throw the same error.
    if (!Number.isSafeInteger(offset)) throw new RangeError(`Invalid offset ${offset}`)
    return file.subarray(offset, offset + length)
  }
  const video = inspectVideo(readAt, file.length, 'mela.mp4')
  return video
    .then(({ type }) => type)
    .catch((error: unknown) => {
      if (error instanceof HttpError) return error
      throw error
    })
}

/** A box of the ISO format. Its declared `size` is written in 32 bits, or in 64 if a bigint. */
function box(type: string, body: Buffer, size: number | bigint = body.length + 8): Buffer {
  const isLarge = typeof size === 'bigint'
  const header = Buffer.alloc(isLarge ? 16 : 8)
  header.writeUInt32BE(isLarge ? 1 : size)
  header.write(type, 4, 'latin1')
  if (isLarge) header.writeBigUInt64BE(size, 8)
  return Buffer.concat([header, body])
}

/** An EBML element. `size` is its declared size, in eight bytes. */
function element(id: string, body: Buffer, size = BigInt(body.length)): Buffer {
  const digits = Buffer.alloc(8)
  digits.writeBigUInt64BE((1n << 56n) | size)
  return Buffer.concat([Buffer.from(id, 'hex'), digits, body])
}

const NOTHING = Buffer.alloc(0)
const MP4 = Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), box('mdat', Buffer.alloc(100))])
const WEBM = element('1a45dfa3', element('4282', Buffer.from('webm')))

test.each([
  ['a track of 2^60 bytes', box('trak', box('free', NOTHING, 2n ** 55n), 2n ** 60n)],
  ['a track of 4 GB and a box in its media', box('trak', box('mdia', box('free', NOTHING, 2n ** 55n)), 2 ** 32 - 1)],
  ['media of 2^60 bytes', box('trak', box('mdia', box('free', NOTHING, 2n ** 55n), 2n ** 60n))],
  ['a box of a track without size', box('trak', box('free', NOTHING, 0n))],
  [
    'more boxes than a recording has',
    box('trak', Buffer.concat([box('mdia', NOTHING), Buffer.alloc(8 * 300_000, box('free', NOTHING))])),
  ],
])('refuses an MP4 in which a box declares a size that cannot be: %s', async (_what, track) => {
  const result = await detect(Buffer.concat([MP4, box('moov', track)]))
  expect(result).toMatchObject({ statusCode: 415, message: expect.stringContaining('is damaged') })
})

test.each([
  ['the track list', element('1654ae6b', element('ec', NOTHING, 2n ** 54n), 2n ** 55n)],
  ['an element of a track', element('1654ae6b', element('ae', element('ec', NOTHING, 2n ** 54n), 2n ** 55n))],
])('refuses a WebM in which an element declares more bytes than its parent: %s', async (_what, tracks) => {
  const pictures = element('1f43b675', Buffer.alloc(100))
  const result = await detect(Buffer.concat([WEBM, element('18538067', Buffer.concat([tracks, pictures]))]))
  expect(result).toMatchObject({ statusCode: 415, message: expect.stringContaining('is damaged') })
})

/** Declared sizes: the true size (undefined), any size, or a size larger than any file. */
const declaredSizes = fc.oneof(
  fc.constant(undefined),
  fc.bigInt({ min: 0n, max: 2n ** 56n - 2n }),
  fc.integer({ min: 50, max: 55 }).map((power) => 2n ** BigInt(power)),
)

/** Boxes or elements nested along a path of types, mixed with boxes of the type `other`. */
function structures(make: typeof element | typeof box, [type, ...deeper]: readonly string[], other: string) {
  const inner: fc.Arbitrary<Buffer> = deeper.length === 0 ? fc.constant(NOTHING) : structures(make, deeper, other)
  const one = fc
    .tuple(fc.constantFrom(type ?? other, other), declaredSizes, inner)
    .map(([name, size, body]) => make(name, body, size))
  return fc.array(one, { maxLength: 3 }).map((parts) => Buffer.concat(parts))
}

const TRACK = ['trak', 'mdia', 'minf', 'stbl', 'stco']
const mp4s = structures(box, TRACK, 'free').map((parts) => Buffer.concat([MP4, box('moov', parts)]))
const webms = structures(element, ['1654ae6b', 'ae', '83'], 'ec').map((parts) =>
  Buffer.concat([WEBM, element('18538067', parts)]),
)

test.each([
  ['MP4', mp4s],
  ['WebM', webms],
])('returns a type or an HttpError for any structure of %s', async (_name, files) => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      const result = await detect(file)
      expect(typeof result === 'string' || result instanceof HttpError).toBe(true)
    }),
    { numRuns: 3000 },
  )
})
