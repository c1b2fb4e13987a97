import { abortable } from '../abortable.ts'
import { createCanvas, drawScaled, encodeJpeg } from '../draw-scaled.ts'
import { revokeLater } from '../revoke-later.ts'
import { readJpeg } from './jpeg-header.ts'
import { LONGEST_EDGE, QUALITY } from './smaller-size.ts'

/** A larger file is no photo of a camera. */
const MAX_BYTES = 100 * 1024 ** 2
/** Decoded, a photo takes four bytes per pixel: above this, an old phone could run out of memory. */
const MAX_PIXELS = 64_000_000
/** A slow phone needs a few seconds. */
const TIMEOUT_MS = 30_000

/** Only JPEG: the other formats may be transparent, animated or drawings. */
export function canBeSmaller({ type, size }: File): boolean {
  return type === 'image/jpeg' && size <= MAX_BYTES
}

/**
 * Returns a smaller JPEG of the same name, upright and without metadata. Returns `photo` itself if it
 * is damaged, too large to decode, already smaller, or if the browser cannot encode it in
 * `TIMEOUT_MS`. Rejects with `AbortError` if aborted.
 */
export async function makeSmaller(photo: File, signal: AbortSignal): Promise<File> {
  signal.throwIfAborted()
  try {
    const smaller = await encode(photo, signal)
    if (smaller?.type !== 'image/jpeg' || smaller.size >= photo.size) return photo
    return new File([smaller], photo.name, { type: 'image/jpeg', lastModified: photo.lastModified })
  } catch {
    signal.throwIfAborted()
    // An unreadable file fails when it is sent, where the failure is shown.
    return photo
  }
}

async function encode(photo: File, signal: AbortSignal): Promise<Blob | undefined> {
  const jpeg = await readJpeg(photo)
  signal.throwIfAborted()
  if (!jpeg?.isComplete || jpeg.width * jpeg.height > MAX_PIXELS) return undefined
  return (
    (await encodeInWorker(photo, signal)) ?? (await abortable(encodeOnPage(photo), { signal, timeoutMs: TIMEOUT_MS }))
  )
}

/**
 * In a worker, so that the page stays responsive. One worker per photo: its end returns all memory.
 * Resolves to `undefined` without a canvas in workers (Safari before 16.4) or without the script.
 * Rejects if the worker fails: the page would fail too, and freeze meanwhile.
 */
async function encodeInWorker(photo: File, signal: AbortSignal): Promise<Blob | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' })
  const encoded = new Promise<Blob | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) =>
      data ? resolve(data) : reject(new Error('The worker could not encode the photo.'))
    // A script that fails sends an `ErrorEvent`; a script that does not load, a plain `Event`.
    worker.onerror = (event) => (event instanceof ErrorEvent ? reject(event) : resolve(undefined))
    worker.postMessage(photo)
  })
  try {
    return await abortable(encoded, { signal, timeoutMs: TIMEOUT_MS })
  } finally {
    worker.terminate()
  }
}

/** `createImageBitmap` of Safari 15 ignores the orientation, an `<img>` does not. */
async function encodeOnPage(photo: File): Promise<Blob | undefined> {
  const image = new Image()
  const url = URL.createObjectURL(photo)
  try {
    image.src = url
    await image.decode()
    const size = { width: image.naturalWidth, height: image.naturalHeight }
    return await encodeJpeg(drawScaled(image, size, LONGEST_EDGE, createCanvas), QUALITY)
  } finally {
    revokeLater(url)
  }
}
