import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpError } from '../../errors.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { testFolder } from '../../testing/files/test-folder.ts'
import type { Media } from '../media.ts'
import { openMedia } from '../open-media.ts'
import { type ImageProcessor, imageProcessor } from './image-processor.ts'
import { ImageError, type ImageFailure } from './image-task.ts'

let dataDir: string
let media: Media
let images: ImageProcessor
/** Failures of the next tasks; later tasks run normally. */
let failures: ((task: object) => Promise<never>)[]
let runs: number
beforeEach(async () => {
  dataDir = testFolder()
  failures = []
  runs = 0
  const real = imageProcessor()
  images = {
    run: (kind, task, options) => {
      runs += 1
      return failures.shift()?.(task) ?? real.run(kind, task, options)
    },
    close: real.close,
  }
  media = await openMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 1000 }, images)
})
afterEach(() => media.close())

const parts = () => readdir(join(dataDir, 'tmp'))
const fails = (failure: ImageFailure) => () => Promise.reject(new ImageError(failure))
/** Simulates an image process that ends when half of the photo is written. */
const endsOver = async (task: object) => {
  if ('to' in task) await writeFile(String(task.to), 'half')
  return fails({ reason: 'program-ended', message: 'killed' })()
}
const stage = async (options: { signal?: AbortSignal } = {}) =>
  media.stage(Readable.from([await sampleImage('jpeg', 60, 40)]), {
    name: 'cow.jpg',
    maxBytes: 1e6,
    kind: 'photo',
    ...options,
  })

describe('temporary failures', () => {
  test('retries once after the image process crashed', async () => {
    failures.push(endsOver)
    expect(await stage()).toMatchObject({ picture: { width: 60, height: 40 } })
    expect(runs).toBe(2)
  })

  test.each([
    ['crashes twice', [endsOver, endsOver]],
    ['takes too long', [fails({ reason: 'too-slow', message: 'slow' })]],
  ])('reports a server error with its cause when the image process %s', async (_, several) => {
    failures.push(...several)
    const refusal: unknown = await stage().catch((error: unknown) => error)
    if (!(refusal instanceof HttpError)) throw new Error('It was not refused.', { cause: refusal })
    expect(refusal).toMatchObject({ statusCode: 503, cause: expect.any(ImageError) })
    expect(refusal.sentence('en')).toBe('The server could not process “cow.jpg” just now. Please try again.')
    expect(refusal.sentence('hi')).toBe('सर्वर अभी “cow.jpg” तैयार नहीं कर पाया। फिर से कोशिश करें।')
    expect(await parts()).toEqual([])
    expect(await stage()).toMatchObject({ type: 'jpg' })
  })
})

describe('cancelled uploads', () => {
  test('are not received when the signal is already aborted', async () => {
    await expect(stage({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
    expect({ runs, parts: await parts() }).toEqual({ runs: 0, parts: [] })
  })

  test('leave no file when cancelled during processing', async () => {
    const caller = new AbortController()
    const staged = stage({ signal: caller.signal })
    await expect.poll(() => runs).toBe(1)
    caller.abort(new Error('gone'))
    await expect(staged).rejects.toThrow('gone')
    expect(await parts()).toEqual([])
    expect(await stage()).toMatchObject({ type: 'jpg' })
  })

  test('leave no file when cancelled after the last bytes of a video', async () => {
    const caller = new AbortController()
    async function* leaving() {
      yield await readFile(new URL('../../../../demo/src/clips/gaushala.mp4', import.meta.url))
      caller.abort(new Error('gone'))
    }
    const options = { name: 'cow.mp4', maxBytes: 1e7, kind: 'video', signal: caller.signal } as const
    await expect(media.stage(leaving(), options)).rejects.toThrow('gone')
    expect(await parts()).toEqual([])
  })
})
