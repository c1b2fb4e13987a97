import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

interface PdfPicture {
  width: number
  height: number
  /** Red, green and blue of each pixel. */
  pixels: Buffer
}

interface ReadPdf {
  pages: number
  /** The text of all pages as PDFium copies it, without white space, which differs by viewer. */
  text: string
  /** The first page at 72 dots an inch. */
  picture: PdfPicture
}

/**
 * Reads and draws a PDF with PDFium, as Chrome does. PDFium runs as WebAssembly, so that every
 * machine draws the same pixels.
 */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(Buffer.from(pdf))
    const pages = [...document.pages()]
    const text = pages.map((page) => page.getText()).join('')
    const [first] = pages
    if (!first) throw new Error('The PDF has no page.')
    const { data, width, height } = await first.render({ scale: 1, render: 'bitmap' })
    const raw = { width, height, channels: 4 } as const
    const pixels = await sharp(Buffer.from(data), { raw }).flatten({ background: 'white' }).raw().toBuffer()
    document.destroy()
    return { pages: pages.length, text: withoutSpaces(text), picture: { width, height, pixels } }
  } finally {
    library.destroy()
  }
}

/** Removes white space, zero-width spaces and PDFium's mark for a word broken across lines. */
export function withoutSpaces(text: string): string {
  return text.replace(/[\s\u200b\ufffe]+/gu, '')
}

export async function readPicture(file: string): Promise<PdfPicture> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

export async function writePicture(file: string, { width, height, pixels }: PdfPicture): Promise<void> {
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 64, dither: 0, effort: 10 })
    .toFile(file)
}

/** Differences of a channel (0 to 255) count above this. A stored picture's palette causes less. */
const SEEN = 64

/** Counts the pixels that differ; one changed digit changes about thirty. */
export function countDifferences(one: PdfPicture, other: PdfPicture): number {
  if (one.width !== other.width || one.height !== other.height) return one.width * one.height
  let count = 0
  for (let at = 0; at < one.pixels.length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((one.pixels[at + channel] ?? 0) - (other.pixels[at + channel] ?? 0)) > SEEN,
    )
    if (differs) count += 1
  }
  return count
}
