import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HttpError } from '../../errors.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { type SampleVideo, sampleVideo } from '../../testing/files/sample-videos.ts'
import { detectVideoTypeByHead, inspectVideo } from './detect-video-type.ts'

const GOOD = [
  ['index-first.mp4', 'mp4'],
  ['index-last.mp4', 'mp4'],
  ['in-fragments.mp4', 'mp4'],
  ['h264.3gp', 'mp4'],
  ['quicktime.mov', 'mov'],
  ['vp8.webm', 'webm'],
  ['vp9.webm', 'webm'],
  ['recorded.webm', 'webm'],
] as const satisfies readonly (readonly [SampleVideo, string])[]

/** Detects the type of a file with these bytes. `reads` are the requested lengths. */
async function detect(file: Buffer, name = 'mela.mp4') {
  const reads: number[] = []
  const type = await inspectVideo(
    async (offset, length) => {
      // File handles throw the same error.
      if (!Number.isSafeInteger(offset)) throw new RangeError(`Invalid offset ${offset}`)
      reads.push(length)
      return file.subarray(offset, offset + length)
    },
    file.length,
    name,
  )
    .then((video) => video.type)
    .catch((error: unknown) => {
      if (error instanceof HttpError) return error
      throw error
    })
  return { type, reads }
}

async function expectRefused(file: Buffer, sentence: RegExp, name = 'mela.mp4') {
  const { type } = await detect(file, name)
  expect(type).toMatchObject({ statusCode: 415, message: expect.stringMatching(sentence) })
  if (!(type instanceof HttpError)) throw new Error('The video was accepted.')
  expect(type.sentence('hi')).toContain(`“${name}”`)
}

describe('accepts', () => {
  test.each(GOOD)('%s', async (name, type) => {
    const file = await sampleVideo(name)
    expect((await detect(file)).type).toBe(type)
    expect(detectVideoTypeByHead(file.subarray(0, 512), name)).toBe(type)
  })

  test('an old QuickTime file without ftyp', async () => {
    const file = await sampleVideo('quicktime.mov')
    const oldFile = file.subarray(file.readUInt32BE(0))
    // Removing ftyp shifts all chunk offsets by 20 bytes, which the detection does not notice.
    expect((await detect(oldFile)).type).toBe('mov')
  })

  test('trailing bytes that are no box, as some cameras append', async () => {
    const file = await sampleVideo('index-last.mp4')
    expect((await detect(Buffer.concat([file, Buffer.alloc(1000)]))).type).toBe('mp4')
    expect((await detect(Buffer.concat([file, Buffer.from([1, 2, 3])]))).type).toBe('mp4')
  })

  test('media data that extends to the end of the file or has a 64-bit size, unless cut off', async () => {
    const file = await sampleVideo('index-first.mp4')
    const media = file.indexOf('mdat') - 4
    const open = Buffer.from(file)
    open.writeUInt32BE(0, media)
    expect((await detect(open)).type).toBe('mp4')
    await expectRefused(open.subarray(0, media + 100), /damaged/)

    const header = Buffer.alloc(16)
    header.writeUInt32BE(1)
    header.write('mdat', 4, 'latin1')
    header.writeBigUInt64BE(BigInt(file.readUInt32BE(media) + 8), 8)
    const large = Buffer.concat([file.subarray(0, media), header, file.subarray(media + 8)])
    expect((await detect(large)).type).toBe('mp4')
    await expectRefused(large.subarray(0, large.length - 1), /damaged/)
  })

  test('a video of 1 TiB after reading less than 10 kB', async () => {
    const file = await sampleVideo('index-first.mp4')
    const media = file.indexOf('mdat') - 4
    const long = Buffer.from(file)
    const header = Buffer.alloc(16)
    header.writeUInt32BE(1)
    header.write('mdat', 4, 'latin1')
    const bytes = media + 2 ** 40
    header.writeBigUInt64BE(BigInt(bytes - media), 8)
    let read = 0
    const { type } = await inspectVideo(
      async (offset, length) => {
        read += length
        const piece = Buffer.concat([long.subarray(0, media), header])
        return piece.subarray(offset, offset + length)
      },
      bytes,
      'long.mp4',
    )
    expect(type).toBe('mp4')
    expect(read).toBeLessThan(10_000)
  })
})

describe('refuses by the first bytes', () => {
  test.each([
    ['sound.m4a', /contains no video/],
    ['matroska.mkv', /is a video of type MKV, which browsers cannot play.+save it as MP4/],
    ['old.avi', /is a video of type AVI/],
  ] as const)('%s', async (name, sentence) => {
    const file = await sampleVideo(name)
    await expectRefused(file, sentence, name)
    expect(() => detectVideoTypeByHead(file.subarray(0, 512), name)).toThrow(sentence)
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('a photo: %s', async (format) => {
    await expectRefused(await sampleImage(format), /is a photo, not a video/)
  })

  test.each([
    ['a HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /is a photo/],
    ['text', Buffer.from('Dear Sir or Madam'), /not a video that can be shown/],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'), /not a video/],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a video/],
    ['a Windows program', Buffer.from('MZ\x90\0\x03\0\0\0'), /not a video/],
    ['three bytes', Buffer.from([0, 0, 0]), /not a video/],
    ['WMV', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), /is a video of type WMV/],
    ['FLV', Buffer.from('FLV\x01\x05\0\0\0\x09'), /is a video of type FLV/],
    ['MPEG', Buffer.from('000001ba440004000401', 'hex'), /is a video of type MPEG/],
  ])('%s', async (_what, file, sentence) => {
    await expectRefused(file, sentence)
    expect(() => detectVideoTypeByHead(file, 'a')).toThrow(HttpError)
  })
})

describe('refuses by the structure of the whole file', () => {
  test('sound without video', async () => {
    await expectRefused(await sampleVideo('sound.mp4'), /^“mela\.mp4” contains no video/)
    await expectRefused(await sampleVideo('sound.webm'), /contains no video/)
  })

  test('H.263, which no browser plays', async () => {
    await expectRefused(await sampleVideo('h263.3gp'), /is a video of type H\.263/)
  })

  test('a file with only its first box', async () => {
    const file = await sampleVideo('index-first.mp4')
    await expectRefused(file.subarray(0, file.readUInt32BE(0)), /is damaged or incomplete/)
  })

  test.each(GOOD.filter(([name]) => name !== 'in-fragments.mp4' && name !== 'recorded.webm'))(
    '%s cut at any byte',
    async (name) => {
      const file = await sampleVideo(name)
      for (let length = 0; length < file.length; length += 1) {
        const { type } = await detect(file.subarray(0, length))
        expect([length, type]).toEqual([length, expect.any(HttpError)])
      }
    },
  )

  test('a fragmented video cut inside a fragment', async () => {
    const file = await sampleVideo('in-fragments.mp4')
    await expectRefused(file.subarray(0, file.lastIndexOf('mdat') + 50), /damaged/)
    await expectRefused(file.subarray(0, file.indexOf('mdat') + 50), /damaged/)
  })

  test('a recording cut before its first cluster', async () => {
    const file = await sampleVideo('recorded.webm')
    const pictures = file.indexOf(Buffer.from('1f43b675', 'hex'))
    await expectRefused(file.subarray(0, pictures), /damaged/)
  })
})

describe('malicious files', () => {
  const start = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1')

  test.each([
    ['no boxes after ftyp', Buffer.alloc(0)],
    ['a box size of 7, less than its header', Buffer.from('\0\0\0\x07moov', 'latin1')],
    ['a 64-bit box size of 0', Buffer.from('\0\0\0\x01moov\0\0\0\0\0\0\0\0', 'latin1')],
    ['a 64-bit box size of 2^64 - 1', Buffer.from('\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1')],
    ['nested boxes of size 0', Buffer.from('\0\0\0\0moov\0\0\0\0trak\0\0\0\0mdia\0\0\0\0minf\0\0\0\0stbl', 'latin1')],
  ])('refuses %s', async (_what, boxes) => {
    await expectRefused(Buffer.concat([start, boxes]), /damaged/)
  })

  test('refuses a box size that is too small, after a complete video', async () => {
    const file = await sampleVideo('index-last.mp4')
    await expectRefused(Buffer.concat([file, Buffer.from('\0\0\0\x04skip', 'latin1')]), /damaged/)
  })

  test('refuses millions of empty boxes or elements after fewer than 200,000 reads', async () => {
    const empty = Buffer.from('\0\0\0\x08free', 'latin1')
    const open = Buffer.from('1a45dfa3874282847765626d18538067ff', 'hex')
    for (const [head, filler] of [
      [start, empty],
      [open, Buffer.from('ec80', 'hex')],
    ] as const) {
      let reads = 0
      const verdict = await inspectVideo(
        async (offset, length) => {
          reads += 1
          if (offset === 0 && length > head.length) return head
          return offset < head.length
            ? head.subarray(offset, offset + length)
            : Buffer.concat(Array.from({ length: 8 }, () => filler)).subarray(0, length)
        },
        2 ** 40,
        'a.mp4',
      ).catch((error: unknown) => error)
      expect(verdict).toBeInstanceOf(HttpError)
      expect(reads).toBeLessThan(200_000)
    }
  })

  test('returns a type or an HttpError for flipped and random bytes, with few small reads', async () => {
    const files = await Promise.all(GOOD.map(([name]) => sampleVideo(name)))
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), flips, fc.nat(), async (file, changes, cut) => {
        const damaged = Buffer.from(file)
        // Most of the structure is at the start and at the end.
        for (const [at, by] of changes) {
          const offset =
            at % 2 ? at % Math.min(2000, damaged.length) : damaged.length - 1 - (at % Math.min(3000, damaged.length))
          damaged[offset] = (damaged[offset] ?? 0) ^ by
        }
        const { type, reads } = await detect(cut % 3 ? damaged : damaged.subarray(0, cut % damaged.length))
        expect(typeof type === 'string' || type instanceof HttpError).toBe(true)
        expect(Math.max(...reads)).toBeLessThanOrEqual(4096)
        expect(reads.length).toBeLessThan(20_000)
      }),
      { numRuns: 3000 },
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.constantFrom(...files), async (noise, file) => {
        const { type } = await detect(Buffer.concat([file.subarray(0, 40), noise]))
        expect(typeof type === 'string' || type instanceof HttpError).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
