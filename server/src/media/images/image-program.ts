import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { ImageError, type ImageFailure, type ImageMessage, type ImageTask, type ImageWork } from './image-task.ts'
import type { ImageType } from './image-type.ts'

/**
 * Decodes untrusted files in a process of its own, so that a crashing decoder does not stop the
 * server. Runs one task after another and exits with the server.
 */

/** Gives this process about a third as much CPU as the server when both are busy. */
const NICENESS = 5
// Set before sharp starts its threads, which inherit the priority.
setPriority(NICENESS)
sharp.cache(false)
sharp.concurrency(1)
// Only these decoders may run, whatever a file claims to be.
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

/** Accepts the small errors of camera JPEGs, but not a file that ends early. */
const FAIL_ON = 'truncated'
const JPEG = { quality: 88, progressive: true }
const WEBP = { quality: 85 }
/** The default effort takes twice as long and does not make the file smaller. */
const ANIMATED_WEBP = { quality: 85, effort: 2 }
const GIF = { effort: 1 }
/** Each frame of an animation counts as at least this many pixels. */
const MIN_FRAME_PIXELS = 4096
/** AVIF needs 19 bytes of memory per pixel, other formats at most 8. */
const AVIF_MAX_PIXELS = 25e6
const SMALLER_AVIF = { quality: 50, effort: 2 }
const SMALLER_WEBP = { quality: 75 }

async function makeFit(task: ImageWork['fit']['task']): Promise<ImageWork['fit']['result']> {
  const header = await readHeader(task.from)
  const animated = isAnimated(header)
  assertAccepted(header, animated, task.maxPixels)
  const input = sharp(task.from, { animated, failOn: FAIL_ON, limitInputPixels: task.maxPixels })
  const upright = animated ? input : input.autoOrient()
  const fitted = upright.resize({ width: task.maxEdge, height: task.maxEdge, fit: 'inside', withoutEnlargement: true })
  const { type, output } = encode(fitted, task.type, animated)
  const { data, info } = await output.toBuffer({ resolveWithObject: true })
  await write(task.to, data)
  return { type, width: info.width, height: info.pageHeight ?? info.height, bytes: data.length }
}

/** Checks the header before anything is decoded. */
function assertAccepted({ format, width, height, pages }: Metadata, animated: boolean, maxPixels: number): void {
  const frames = pages ?? 1
  const pixels = animated ? Math.max(width * height, MIN_FRAME_PIXELS) * frames : width * height * frames
  const message = `The picture declares ${pixels} pixels.`
  if (pixels > maxPixels)
    throw new ImageError({ reason: 'too-many-pixels', pixels, frames: animated ? frames : 1, message })
  if (format === 'heif' && pixels > AVIF_MAX_PIXELS) throw new ImageError({ reason: 'too-much-memory', message })
}

/** By default sharp drops all metadata and converts to sRGB. */
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
      return { type: 'webp', output: picture.webp(animated ? ANIMATED_WEBP : WEBP) }
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

/** An AVIF may contain several pictures too, but only the first is shown. */
function isAnimated({ format, pages = 1 }: Metadata): boolean {
  return pages > 1 && (format === 'gif' || format === 'webp')
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx')
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
  if (TEMPORARY_FAILURE.test(message)) return { reason: 'program-ended', message }
  return { reason: 'unreadable', message }
}

/** Messages of libvips about the machine, not the picture. */
const TEMPORARY_FAILURE = /out of memory|cannot allocate|(?:unix|system) error/i

/** Message of libjpeg when a JPEG needs more memory than JPEGMEM, which the server sets. */
const JPEG_MEMORY = /memory limit exceeded/i

async function runTask(task: ImageTask): Promise<ImageMessage> {
  try {
    return { result: await perform(task) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

process.on('message', async (task: ImageTask) => {
  process.send?.('started' satisfies ImageMessage)
  process.send?.(await runTask(task))
})
// A normal exit would wait for the running task.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The server ends the process: while it stops, running uploads go on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
