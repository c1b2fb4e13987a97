import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import sharp from 'sharp'

const TYPES = ['png', 'webp'] as const
/** Has a new name when the photos change, for what is kept there is not made again. */
const FOLDER = join(tmpdir(), 'sevadesk-e2e-photos-2')

/** Makes the file once per machine and answers its path. Written aside first, so that two workers never read half of it. */
async function kept(name: string, make: () => Promise<Buffer>): Promise<string> {
  const path = join(FOLDER, name)
  if (existsSync(path)) return path
  mkdirSync(FOLDER, { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, await make())
  renameSync(aside, path)
  return path
}

/** A JPEG as a phone takes it: 16 megapixels, over 12 MB, lying on its side; its EXIF holds the turn and where it was taken. */
export async function phonePhoto(name = 'phone.jpg'): Promise<string> {
  const path = await kept(name, () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = { width: 4608, height: 3456, channels: 3, background: '#888888', noise } as const
    const place = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '26/1 55/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '75/1 49/1 0/1',
    }
    return sharp({ create: picture })
      .withExif({ IFD0: { Model: 'Phone 7' }, IFD3: place })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
  })
  if (statSync(path).size < 12_000_000) throw new Error('The phone photo came out too small')
  return path
}

/** A small plain picture of one colour; the ending of the name decides its type. */
export function plainPhoto(name: string, colour: string): Promise<string> {
  const picture = { width: 640, height: 480, channels: 3, background: colour } as const
  const ending = extname(name).slice(1)
  const type = TYPES.find((known) => known === ending) ?? 'jpeg'
  return kept(name, () => sharp({ create: picture }).toFormat(type).toBuffer())
}

/** A true JPEG of one byte more than `megabytes` (2^20). */
export function heavyPhoto(megabytes: number): Promise<string> {
  return kept(`heavy-${megabytes}.jpg`, async () => {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#444444' } })
      .jpeg()
      .toBuffer()
    return Buffer.concat([picture], megabytes * 2 ** 20 + 1)
  })
}

/** The first half of a JPEG, as a line that broke leaves it. */
export function halfPhoto(): Promise<string> {
  return kept('half.jpg', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = { width: 800, height: 600, channels: 3, background: '#888888', noise } as const
    const whole = await sharp({ create: picture }).jpeg().toBuffer()
    return whole.subarray(0, whole.length / 2)
  })
}

/** Words in a file that calls itself a photo. */
export function falsePhoto(): Promise<string> {
  return kept('notes.jpg', async () => Buffer.from('Milk 12 litres, hay 3 bundles\n'.repeat(50)))
}
