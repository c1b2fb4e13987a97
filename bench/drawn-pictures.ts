import sharp from 'sharp'
import { randomFrom } from '../e2e/kill/random.ts'

const WIDTH = 3000
const HEIGHT = 2000
/** Noise by grain size in pixels. As in photos, coarse grain is stronger. */
const TEXTURE = [
  { size: 3, sigma: 14 },
  { size: 12, sigma: 16 },
  { size: 48, sigma: 24 },
] as const
const SIZE = { width: WIDTH, height: HEIGHT, quality: 82 }

/**
 * Draws a landscape from a seed as a JPEG with a phone photo's size in pixels. Noise makes it about
 * as hard to compress as a photo; without noise, the files would be unrealistically small.
 */
export async function drawPicture(number: number, { width, height, quality } = SIZE): Promise<Buffer<ArrayBuffer>> {
  const random = randomFrom(number)
  const layers = await Promise.all(TEXTURE.map(({ size, sigma }) => texture(size, sigma, { width, height })))
  const drawn = sharp(Buffer.from(landscape(random)))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .composite(layers.map((input) => ({ input, blend: 'soft-light' as const })))
    .jpeg({ quality })
  return Buffer.from(await drawn.toBuffer())
}

async function texture(size: number, sigma: number, area: { width: number; height: number }): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const
  const grain = {
    width: Math.ceil(area.width / size),
    height: Math.ceil(area.height / size),
    channels: 3,
    background: '#808080',
    noise,
  } as const
  // In two steps, because sharp does not resize the output of `create` directly.
  const small = await sharp({ create: grain }).png().toBuffer()
  return sharp(small)
    .resize(area.width, area.height, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function landscape(random: () => number): string {
  const hue = Math.floor(random() * 360)
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  const gradient = (id: string, top: string, bottom: string) =>
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
  const hill = (at: number) => {
    const height = 900 + at * 280
    const curve = `M0 ${height} C 700 ${height - between(50, 400)}, 1200 ${height + between(0, 250)}, 1800 ${height - between(0, 250)} S 2600 ${height}, 3000 ${height - between(0, 200)} V2000 H0 Z`
    return `<path d="${curve}" fill="hsl(${(hue + 80 + at * 15) % 360} ${between(25, 55)}% ${between(22, 50)}%)"/>`
  }
  const tree = () => {
    const [x, y, size] = [between(0, WIDTH), between(1200, 1900), between(60, 190)]
    const crowns = Array.from(
      { length: 9 },
      () =>
        `<circle cx="${x + between(-size, size)}" cy="${y - between(size, 2.4 * size)}" r="${between(size * 0.3, size * 0.8)}" fill="hsl(${between(80, 140)} 45% ${between(18, 42)}%)"/>`,
    )
    return `<path d="M${x - 14} ${y} h28 l-8 ${-2 * size} h-12 Z" fill="#5a3d28"/>${crowns.join('')}`
  }
  const [x, y] = [between(300, 2300), between(1100, 1400)]
  const house = `<path d="M${x} ${y} h420 v330 h-420 Z" fill="hsl(${between(15, 50)} 60% 78%)"/><path d="M${x - 50} ${y} l260 -190 l260 190 Z" fill="hsl(${between(0, 25)} 55% 42%)"/><path d="M${x + 160} ${y + 130} h90 v200 h-90 Z" fill="#4a3425"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${gradient('sky', `hsl(${hue} 60% 55%)`, `hsl(${(hue + 30) % 360} 70% 85%)`)}</defs><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="${between(300, 2700)}" cy="${between(150, 600)}" r="${between(70, 160)}" fill="hsl(45 90% 80%)"/>${[0, 1, 2].map(hill).join('')}${house}${Array.from({ length: 14 }, tree).join('')}</svg>`
}
