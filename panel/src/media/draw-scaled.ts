/** Differences per channel of 0 to 255 that privacy settings may add to a canvas unseen. */
const NOISE = 16
const PROBE = [58, 127, 196]

interface Size {
  width: number
  height: number
}

type Canvas = HTMLCanvasElement | OffscreenCanvas

/**
 * Draws a picture, with its longest edge at most `longestEdge` pixels. `create` returns an empty
 * canvas. Throws if the browser has no canvas, or one with false pixels.
 */
export function drawScaled<Result extends Canvas>(
  picture: CanvasImageSource,
  { width, height }: Size,
  longestEdge: number,
  create: (width: number, height: number) => Result,
): Result {
  checkPixels(create(8, 1))
  const scale = Math.min(1, longestEdge / Math.max(width, height))
  const canvas = create(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

export function createCanvas(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height })
}

/** Encodes a canvas, then empties it: Safari limits the memory of all canvases. */
export async function encodeJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  releaseCanvas(canvas)
  return blob ?? undefined
}

export function releaseCanvas(canvas: Canvas): void {
  Object.assign(canvas, { width: 0, height: 0 })
}

/** RGBA, four bytes per pixel. */
export function pixelsOf(canvas: Canvas): Uint8ClampedArray {
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height).data
}

/** Against fingerprinting, Firefox can return random pixels. Encoding them would corrupt the photo. */
function checkPixels(canvas: Canvas): void {
  const context = contextOf(canvas)
  context.fillStyle = `rgb(${PROBE.join(' ')})`
  context.fillRect(0, 0, canvas.width, canvas.height)
  const data = pixelsOf(canvas)
  releaseCanvas(canvas)
  const isTrue = data.every((value, at) => at % 4 === 3 || Math.abs(value - (PROBE[at % 4] ?? 0)) <= NOISE)
  if (!isTrue) throw new Error('The browser changes what is drawn.')
}

function contextOf(canvas: Canvas) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('The browser has no canvas.')
  return context
}
