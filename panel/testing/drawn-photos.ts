/** Wider than a smaller photo, and low, because every pixel takes time. */
const WIDTH = 3000
const HEIGHT = 300

/** APP1 segment with EXIF data of one entry: orientation 6, rotate by 90° clockwise. */
const ROTATED = [
  0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0,
  6, 0, 0, 0, 0, 0, 0,
]

interface PhotoOptions {
  type?: 'image/jpeg' | 'image/png'
  /** 0 to 1. */
  quality?: number
  isRotated?: boolean
  width?: number
  height?: number
}

/** Draws a photo of 3000 × 300 pixels: red on the left, blue on the right, with grain. */
export async function drawnPhoto(name: string, options: PhotoOptions = {}): Promise<File> {
  const { type = 'image/jpeg', quality = 0.98, isRotated = false, width = WIDTH, height = HEIGHT } = options
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  for (let x = 0; x < width; x += 4) {
    for (let y = 0; y < height; y += 100) {
      const shade = 60 + ((x * 7 + y * 13) % 90)
      context.fillStyle = x < width / 2 ? `rgb(255 ${shade} ${shade})` : `rgb(${shade} ${shade} 255)`
      context.fillRect(x, y, 4, 100)
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('the canvas gave nothing')
  const parts = isRotated ? [blob.slice(0, 2), new Uint8Array(ROTATED), blob.slice(2)] : [blob]
  return new File(parts, name, { type, lastModified: 1 })
}
