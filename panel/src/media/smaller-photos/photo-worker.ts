import { drawPhoto, QUALITY } from './draw-photo.ts'

/** Receives a photo and posts a smaller JPEG, or `undefined` if the browser cannot make one. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  const smaller = await encode(data).catch(() => undefined)
  self.postMessage(smaller)
}

async function encode(photo: File): Promise<Blob> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const canvas = drawPhoto(bitmap, bitmap, (width, height) => new OffscreenCanvas(width, height))
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
