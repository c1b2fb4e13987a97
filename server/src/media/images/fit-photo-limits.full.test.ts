import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpError } from '../../errors.ts'
import { type DiskMedia, openDiskMedia } from '../disk-media.ts'

let dataDir: string
let media: DiskMedia
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sevadesk-limits-'))
  media = await openDiskMedia({ dataDir, photoMaxPixels: 120e6, photoMaxEdge: 400 })
})
afterAll(async () => {
  await media.close()
  await rm(dataDir, { recursive: true })
})

const stage = (bytes: Uint8Array) => media.stage(Readable.from([bytes]), { name: 'cow', maxBytes: 1e8, kind: 'photo' })
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' }, limitInputPixels: false })

async function expectRefused(bytes: Uint8Array, words: { en: string; hi: string }) {
  const refusal = await stage(bytes).catch((error: unknown) => error)
  if (!(refusal instanceof HttpError)) throw new Error('The photo was accepted.')
  expect(refusal.statusCode).toBe(413)
  expect(refusal.sentence('en')).toContain(words.en)
  expect(refusal.sentence('hi')).toContain(words.hi)
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
}

/** A GIF with frames of one pixel each. */
function tinyFrames(many: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000' + '00ffffff', 'hex')
  const frame = Buffer.from('21f904000100000' + '02c000000000100010000020244' + '0100', 'hex')
  return Buffer.concat([head, ...Array.from({ length: many }, () => frame), Buffer.from([0x3b])])
}

test('counts at least 4096 pixels per frame of an animation', async () => {
  await media.discard(await stage(tinyFrames(2000)))
  await expectRefused(tinyFrames(30_000), {
    en: '“cow” is an animation of 30000 frames with 123 megapixels in total. The limit is 120.',
    hi: '30000 फ़्रेम मिलाकर 123 मेगापिक्सल',
  })
})

const tooMuch = { en: '“cow” is too large for the server to open.', hi: 'सर्वर पर नहीं खुल पाती' }

test('limits progressive but not baseline JPEGs by memory', async () => {
  const progressive = { progressive: true, quality: 60 }
  const usual = await flat(10_000, 7000).jpeg(progressive).toBuffer()
  await media.discard(await stage(usual))
  const full = await flat(10_000, 8000)
    .jpeg({ ...progressive, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await expectRefused(full, tooMuch)
  const streamed = await flat(10_000, 8000).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
  await media.discard(await stage(streamed))
})

test('limits AVIF by memory', async () => {
  const avif = { effort: 0, quality: 30 }
  await media.discard(await stage(await flat(5000, 3000).avif(avif).toBuffer()))
  await expectRefused(await flat(5100, 5000).avif(avif).toBuffer(), tooMuch)
})
