import sharp, { type Sharp } from 'sharp'

/** Text in all metadata of these photos. Stored files must not contain this text. */
export const SECRET = 'Secret-Place-26.45N'

export const CORNERS = { topLeft: 'red', topRight: 'green', bottomLeft: 'blue', bottomRight: 'white' }

/** A picture with a different colour in each quarter, by default wider than high. */
export function fourCorners(width = 640, height = 480): Sharp {
  const [half, middle] = [width / 2, height / 2]
  const square = (x: number, y: number, colour: string) =>
    `<rect x="${x}" y="${y}" width="${half}" height="${middle}" fill="${colour}"/>`
  const squares = [
    square(0, 0, '#f00'),
    square(half, 0, '#0f0'),
    square(0, middle, '#00f'),
    square(half, middle, '#fff'),
  ].join('')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${squares}</svg>`),
  )
}

/** Rotates or flips a picture so that the EXIF orientation, 1 to 8, shows the picture upright. */
const ROTATIONS: Record<number, (picture: Sharp) => Sharp> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.rotate(90),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.rotate(270),
  8: (picture) => picture.rotate(90),
}
/** Orientations that are mirrored after the rotation. */
const MIRRORED: ReadonlySet<number> = new Set([5, 7])

/**
 * A JPEG like a phone's: upright only by its EXIF orientation, with location and maker in EXIF, and
 * SECRET in EXIF, XMP, IPTC and a comment.
 */
export async function phonePhoto(orientation: number, width?: number, height?: number): Promise<Buffer> {
  const turned = await ROTATIONS[orientation]?.(fourCorners(width, height)).png().toBuffer()
  const seen = sharp(await sharp(turned).flop(MIRRORED.has(orientation)).png().toBuffer())
  const jpeg = await withSecrets(seen).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
  const iptc = Buffer.concat([
    Buffer.from(`Photoshop 3.0\0${'8BIM'}`),
    Buffer.from([4, 4, 0, 0, 0, 0, 0, SECRET.length + 5, 0x1c, 2, 90, 0, SECRET.length]),
    Buffer.from(`${SECRET}\0`),
  ])
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xed, iptc), segment(0xfe, Buffer.from(SECRET)), jpeg.subarray(2)])
}

/** Adds location and maker to EXIF, and SECRET to EXIF and XMP. */
export function withSecrets(picture: Sharp): Sharp {
  return picture
    .withExif({
      IFD0: { ImageDescription: SECRET, Make: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 27/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '80/1 20/1 0/1' },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SECRET}"/></rdf:RDF></x:xmpmeta>`,
    )
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The colour of each corner in the raw pixels, ignoring orientation. */
export async function cornersOf(image: Buffer): Promise<Record<keyof typeof CORNERS, string>> {
  const { data, info } = await sharp(image, { autoOrient: false, ignoreIcc: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return colourName(data.subarray(start, start + 3))
  }
  return {
    topLeft: at(0.1, 0.1),
    topRight: at(0.9, 0.1),
    bottomLeft: at(0.1, 0.9),
    bottomRight: at(0.9, 0.9),
  }
}

/** The name of a nearly pure colour, otherwise the RGB values. */
function colourName(pixel: Uint8Array): string {
  const isFull = pixel.every((value) => value < 30 || value > 225)
  const bits = [...pixel].map((value) => Math.round(value / 255)).join('')
  const names: Record<string, string> = { '100': 'red', '010': 'green', '001': 'blue', '111': 'white', '000': 'black' }
  return (isFull && names[bits]) || [...pixel].join(',')
}

/** Names of the metadata found in an image. */
export async function metadataOf(image: Buffer): Promise<string[]> {
  const { exif, xmp, iptc, icc, orientation, comments, tifftagPhotoshop } = await sharp(image).metadata()
  const parsed = { exif, xmp, iptc, icc, orientation, comments, tifftagPhotoshop }
  const found = Object.entries(parsed).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const marks = ['Exif', 'http://ns.adobe.com', 'xmpmeta', 'Photoshop', '8BIM', 'ICC_PROFILE', 'GPS', SECRET]
  return [...found, ...marks.filter((mark) => image.includes(mark))]
}
