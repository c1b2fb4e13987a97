import { drawScaled } from '../draw-scaled.ts'
import { LONGEST_EDGE, QUALITY } from './smaller-size.ts'

/** Receives a photo and posts a smaller JPEG, or `undefined` if the browser cannot make one. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  const smaller = await encode(data).catch(() => undefined)
  self.postMessage(smaller)
}

async function encode(photo: File): Promise<Blob> {
  // Upright by default. Chrome before 112 rejects the option `imageOrientation: 'from-image'`.
  const bitmap = await createImageBitmap(photo)
  const canvas = drawScaled(bitmap, bitmap, LONGEST_EDGE, (width, height) => new OffscreenCanvas(width, height))
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
