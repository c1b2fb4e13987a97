import { abortable } from '../../media/abortable.ts'
import { createCanvas, drawScaled, encodeJpeg, pixelsOf, releaseCanvas } from '../../media/draw-scaled.ts'
import { revokeLater } from '../../media/revoke-later.ts'

/** The longer side of a poster, in pixels. */
const MAX_EDGE = 1280
/** The quality of the JPEG, 0 to 1. */
const QUALITY = 0.85
const TIMEOUT_MS = 8000
/** Positions to try, in seconds. A video often begins in black. */
const POSITIONS = [1, 3, 6]
/** Mean brightness, from 0 to 255, below which a frame counts as black. */
const BLACK = 12

const posters = new WeakMap<File, Promise<File | undefined>>()

/**
 * Makes a JPEG of one frame of a video. Returns undefined if this browser cannot decode the video in
 * a few seconds. The same video gets the same poster, so that a retry sends the same content.
 */
export function posterOf(video: File): Promise<File | undefined> {
  const poster = posters.get(video) ?? makePoster(video).catch(() => undefined)
  posters.set(video, poster)
  return poster
}

async function makePoster(file: File): Promise<File | undefined> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
    const blob = await abortable(encodeFrame(video), { timeoutMs: TIMEOUT_MS })
    return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg', lastModified: file.lastModified })
  } finally {
    video.removeAttribute('src')
    video.load()
    revokeLater(url)
  }
}

async function encodeFrame(video: HTMLVideoElement): Promise<Blob | undefined> {
  const loaded = waitForEvent(video, 'loadeddata')
  // iOS loads no frame of a video that never played. A browser that refuses to play loads it anyway.
  video.play().catch(() => undefined)
  await loaded
  video.pause()
  // Without a decoder for the picture, a browser may still load the sound.
  if (video.videoWidth === 0) return undefined
  return encodeJpeg(await drawBrightFrame(video), QUALITY)
}

/** Draws the first of `POSITIONS` that is not black, or the last one tried. */
async function drawBrightFrame(video: HTMLVideoElement): Promise<HTMLCanvasElement> {
  const [first = 0, ...others] = POSITIONS
  // A recorded video may have no known length.
  const length = Number.isFinite(video.duration) ? video.duration : first * 2
  let frame = await drawFrame(video, Math.min(first, length / 2))
  for (const position of others) {
    if (position >= length || !isBlack(frame)) break
    releaseCanvas(frame)
    frame = await drawFrame(video, position)
  }
  return frame
}

async function drawFrame(video: HTMLVideoElement, position: number): Promise<HTMLCanvasElement> {
  const seeked = waitForEvent(video, 'seeked')
  video.currentTime = position
  await seeked
  return drawScaled(video, { width: video.videoWidth, height: video.videoHeight }, MAX_EDGE, createCanvas)
}

function isBlack(frame: HTMLCanvasElement): boolean {
  const sample = drawScaled(frame, frame, 16, createCanvas)
  const data = pixelsOf(sample)
  releaseCanvas(sample)
  // Three of four bytes are colours, the fourth is the opacity.
  const sum = data.reduce((total, byte, index) => (index % 4 === 3 ? total : total + byte), 0)
  return sum / (data.length * 0.75) < BLACK
}

/** Rejects if the video fails to load. */
function waitForEvent(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(video.error), { once: true })
  })
}
