/** The longer side of a poster, in pixels. */
const MAX_EDGE = 1280
const TIMEOUT_MS = 8000
/** Positions to try, in seconds. A film often begins in black. */
const POSITIONS = [1, 3, 6]
/** Mean brightness, from 0 to 255, below which a frame counts as black. */
const BLACK = 12

const posters = new WeakMap<File, Promise<File | undefined>>()

/**
 * Makes a JPEG of one frame of a film. Returns undefined if this browser cannot decode the film in
 * a few seconds. The same film gets the same poster, so that a retry sends the same content.
 */
export function posterOf(film: File): Promise<File | undefined> {
  const poster = posters.get(film) ?? makePoster(film).catch(() => undefined)
  posters.set(film, poster)
  return poster
}

async function makePoster(film: File): Promise<File | undefined> {
  const url = URL.createObjectURL(film)
  const video = document.createElement('video')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
    await happened(video, 'loadeddata', signal)
    // Without a decoder for the picture, a browser may still load the sound.
    if (video.videoWidth === 0) return undefined
    const blob = await toJpeg(await drawBrightFrame(video, signal))
    return blob ? new File([blob], 'poster.jpg', { type: 'image/jpeg', lastModified: film.lastModified }) : undefined
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Draws the first frame that is not black, or the last one tried. */
async function drawBrightFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const [first = 0, ...others] = POSITIONS
  // A recorded film may have no known length.
  const length = Number.isFinite(video.duration) ? video.duration : first * 2
  let frame = await drawFrame(video, Math.min(first, length / 2), signal)
  for (const position of others) {
    if (position >= length || !isBlack(frame)) break
    frame = await drawFrame(video, position, signal)
  }
  return frame
}

async function drawFrame(video: HTMLVideoElement, position: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const seeked = happened(video, 'seeked', signal)
  video.currentTime = position
  await seeked
  const scale = Math.min(1, MAX_EDGE / Math.max(video.videoWidth, video.videoHeight))
  return draw(video, Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale))
}

function isBlack(frame: HTMLCanvasElement): boolean {
  const { data } = contextOf(draw(frame, 16, 16)).getImageData(0, 0, 16, 16)
  // Three of four bytes are colours, the fourth is the opacity.
  const sum = data.reduce((total, byte, index) => (index % 4 === 3 ? total : total + byte), 0)
  return sum / (data.length * 0.75) < BLACK
}

function draw(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  contextOf(canvas).drawImage(source, 0, 0, width, height)
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas.')
  return context
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}

/** Rejects if the film fails to load, or on abort. */
function happened(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(video.error), { once: true })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
