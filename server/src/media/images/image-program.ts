import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type ImageAnswer, ImageError, type ImageFailure, type ImageTask, type ImageWork } from './image-task.ts'
import type { ImageType } from './image-type.ts'

/**
 * The image program: a process of its own that decodes what strangers send, so that a decoder which breaks takes nothing else down.
 * It does one task after another for the server that started it, and dies with it.
 */

/** A third of an ordinary process when both want the processor: answers go before pictures, and pictures still go on. */
const NICENESS = 5
// Before the library starts its threads, which keep what they start with.
setPriority(NICENESS)
sharp.cache(false)
sharp.concurrency(1)
// Whatever a file claims to be, no other decoder is ever tried on it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadNsgifFile',
  ],
})

/** Cameras write JPEGs with small faults that every browser overlooks; one that ends early is refused. */
const FAIL_ON = 'truncated'
const JPEG = { quality: 88, progressive: true }
const WEBP = { quality: 85 }
/** A hundred frames are a lot of work: the defaults take twice as long for no smaller a file. */
const MOVING_WEBP = { quality: 85, effort: 2 }
const GIF = { effort: 1 }
/** However small a frame, it costs as much work as this. */
const LEAST_FRAME_PIXELS = 4096
/** An AVIF takes 19 bytes of memory for each pixel, any other format 8 at most. */
const AVIF_MAX_PIXELS = 25e6
const SMALLER_AVIF = { quality: 50, effort: 2 }
const SMALLER_WEBP = { quality: 75 }

async function makeFit(task: ImageWork['fit']['task']): Promise<ImageWork['fit']['result']> {
  const header = await readHeader(task.from)
  const animated = isAnimated(header)
  assertTakes(header, animated, task.maxPixels)
  const input = sharp(task.from, { animated, failOn: FAIL_ON, limitInputPixels: task.maxPixels })
  const upright = animated ? input : input.autoOrient()
  const fitted = upright.resize({ width: task.maxEdge, height: task.maxEdge, fit: 'inside', withoutEnlargement: true })
  const { type, output } = encode(fitted, task.type, animated)
  const { data, info } = await output.toBuffer({ resolveWithObject: true })
  await write(task.to, data)
  return { type, width: info.width, height: info.pageHeight ?? info.height, bytes: data.length }
}

/** Before anything is decoded. */
function assertTakes({ format, width, height, pages }: Metadata, animated: boolean, maxPixels: number): void {
  const frames = pages ?? 1
  const pixels = animated ? Math.max(width * height, LEAST_FRAME_PIXELS) * frames : width * height * frames
  const message = `The picture declares ${pixels} pixels.`
  if (pixels > maxPixels)
    throw new ImageError({ reason: 'too-many-pixels', pixels, frames: animated ? frames : 1, message })
  if (format === 'heif' && pixels > AVIF_MAX_PIXELS) throw new ImageError({ reason: 'too-much-memory', message })
}

/** Without a word about it the library leaves all metadata out and ends in sRGB. */
function encode(picture: Sharp, type: ImageType, animated: boolean): { type: ImageType; output: Sharp } {
  switch (type) {
    case 'jpg':
      return { type, output: picture.jpeg(JPEG) }
    case 'png':
      return { type, output: picture.png() }
    case 'gif':
      return { type, output: picture.gif(GIF) }
    case 'webp':
    case 'avif':
      return { type: 'webp', output: picture.webp(animated ? MOVING_WEBP : WEBP) }
  }
}

async function measure({ from }: ImageWork['measure']['task']): Promise<ImageWork['measure']['result']> {
  const header = await readHeader(from)
  return { width: header.width, isAnimated: isAnimated(header) }
}

async function shrink({ from, width, to }: ImageWork['shrink']['task']): Promise<undefined> {
  const smaller = sharp(from, { failOn: FAIL_ON }).resize({ width })
  await write(to.webp, await smaller.clone().webp(SMALLER_WEBP).toBuffer())
  await write(to.avif, await smaller.clone().avif(SMALLER_AVIF).toBuffer())
  return undefined
}

function readHeader(from: string): Promise<Metadata> {
  return sharp(from, { failOn: FAIL_ON, limitInputPixels: false }).metadata()
}

/** Of the formats that are taken, an AVIF may hold several pictures too, but only its first is shown. */
function isAnimated({ format, pages = 1 }: Metadata): boolean {
  return pages > 1 && (format === 'gif' || format === 'webp')
}

async function write(place: string, bytes: Buffer): Promise<void> {
  const file = await open(place, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function perform(task: ImageTask): Promise<ImageWork[keyof ImageWork]['result']> {
  switch (task.kind) {
    case 'fit':
      return makeFit(task)
    case 'measure':
      return measure(task)
    case 'shrink':
      return shrink(task)
  }
}

function failureOf(error: unknown): ImageFailure {
  if (error instanceof ImageError) return error.failure
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'string') return { reason: 'disk', code, message }
  if (/no space left/i.test(message)) return { reason: 'disk', code: 'ENOSPC', message }
  if (/^Input file is missing/.test(message)) return { reason: 'disk', code: 'ENOENT', message }
  if (JPEG_MEMORY.test(message)) return { reason: 'too-much-memory', message }
  if (PASSING_FAULT.test(message)) return { reason: 'program-ended', message }
  return { reason: 'unreadable', message }
}

/** What the library says when the machine, and not the picture, was at fault. */
const PASSING_FAULT = /out of memory|cannot allocate|(?:unix|system) error/i

/** What it says of a JPEG for which JPEGMEM, which the server sets, does not suffice. */
const JPEG_MEMORY = /memory limit exceeded/i

async function answer(task: ImageTask): Promise<ImageAnswer> {
  try {
    return { result: await perform(task) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

process.on('message', async (task: ImageTask) => {
  process.send?.('begun' satisfies ImageAnswer)
  process.send?.(await answer(task))
})
// An ordinary exit would wait for the picture being made, which nobody wants any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
