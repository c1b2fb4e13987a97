/** Longest edge in pixels. The public site shows no photo larger. */
const LONGEST_EDGE = 2560
/** Of the JPEG, 0 to 1. */
export const QUALITY = 0.8

/** Differences per channel of 0 to 255 that privacy settings may add to a canvas unseen. */
const NOISE = 16
const PROBE = [58, 127, 196]

interface Size {
  width: number
  height: number
}

/**
 * Draws a photo upright, with its longest edge at most `LONGEST_EDGE`. `create` returns an empty
 * canvas. Throws if the browser has no canvas, or one with false pixels.
 */
export function drawPhoto<Canvas extends HTMLCanvasElement | OffscreenCanvas>(
  photo: CanvasImageSource,
  size: Size,
  create: (width: number, height: number) => Canvas,
): Canvas {
  checkPixels(create(8, 1))
  const scale = Math.min(1, LONGEST_EDGE / Math.max(size.width, size.height))
  const canvas = create(Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale)))
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Against fingerprinting, Firefox can return random pixels. They would replace the photo. */
function checkPixels(canvas: HTMLCanvasElement | OffscreenCanvas): void {
  const context = contextOf(canvas)
  context.fillStyle = `rgb(${PROBE.join(' ')})`
  context.fillRect(0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const isTrue = data.every((value, at) => at % 4 === 3 || Math.abs(value - (PROBE[at % 4] ?? 0)) <= NOISE)
  if (!isTrue) throw new Error('The browser changes what is drawn.')
}

function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('The browser has no canvas.')
  return context
}
