/** Accepted images, by their file extension. */
export const IMAGE_TYPES = ['jpg', 'png', 'webp', 'avif', 'gif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Bytes that `findImageType` needs from the start of a file. */
export const TYPE_BYTES = 512

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * Detects the type from the first bytes of a file. `heic` is not accepted, but has an error message
 * of its own. Returns undefined for everything else, including SVG.
 */
export function findImageType(head: Buffer): ImageType | 'heic' | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpg'
  if (startsWith(head, PNG_SIGNATURE)) return 'png'
  if (/^GIF8[79]a$/.test(text(head, 0, 6))) return 'gif'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
  if (text(head, 4, 8) === 'ftyp') return findBrand(head)
  return undefined
}

/**
 * AVIF and HEIC share a container (ISO/IEC 23000-22) and may both have the major brand `mif1`, so
 * the compatible brands decide.
 */
function findBrand(head: Buffer): 'avif' | 'heic' | undefined {
  const end = Math.min(head.length, head.readUInt32BE(0))
  const brands = [text(head, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(head, at, at + 4))
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) return 'heic'
  return undefined
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte)
}

function text(head: Buffer, from: number, to: number): string {
  return head.toString('latin1', from, to)
}
