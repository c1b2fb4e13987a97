import { drawPhoto, QUALITY } from './draw-photo.ts'
import { readJpeg } from './jpeg-header.ts'

/** Decoded, a photo takes four bytes per pixel: above this, an old phone could run out of memory. */
const MAX_PIXELS = 64_000_000
/** In ms. A slow phone needs a few seconds. */
const TIME_LIMIT = 30_000

/** Only JPEG: the other formats may be transparent, animated or drawings. */
export function canBeSmaller({ type }: File): boolean {
  return type === 'image/jpeg'
}

/**
 * Returns a smaller JPEG of the same name, upright and without metadata. Returns `photo` itself if it
 * is damaged, too large to decode, or already smaller. Rejects with `AbortError` if aborted.
 */
export async function makeSmaller(photo: File, signal: AbortSignal): Promise<File> {
  signal.throwIfAborted()
  // An unreadable file fails when it is sent, where the failure is shown.
  const bytes = await photo.arrayBuffer().catch(() => new ArrayBuffer(0))
  signal.throwIfAborted()
  const jpeg = readJpeg(new Uint8Array(bytes))
  if (!jpeg?.isComplete || jpeg.width * jpeg.height > MAX_PIXELS) return photo
  const smaller = (await encodeInWorker(photo, signal)) ?? (await encodeOnPage(photo))
  signal.throwIfAborted()
  if (smaller?.type !== 'image/jpeg' || smaller.size >= photo.size) return photo
  return new File([smaller], photo.name, { type: 'image/jpeg', lastModified: photo.lastModified })
}

/**
 * In a worker, so that the page stays responsive. One worker per photo: its end returns all memory.
 * Resolves to `undefined` in Safari before 16.4, which has no canvas in workers, and on a failure.
 */
async function encodeInWorker(photo: File, signal: AbortSignal): Promise<Blob | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Blob | undefined>((resolve) => {
      const giveUp = () => resolve(undefined)
      worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) => resolve(data)
      worker.onerror = giveUp
      signal.addEventListener('abort', giveUp)
      timer = setTimeout(giveUp, TIME_LIMIT)
      worker.postMessage(photo)
    })
  } finally {
    clearTimeout(timer)
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
    const canvas = drawPhoto(image, size, createCanvas)
    return await new Promise((resolve) => {
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY)
    })
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

function createCanvas(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height })
}
