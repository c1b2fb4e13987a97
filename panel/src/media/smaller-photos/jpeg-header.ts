interface Jpeg {
  /** In pixels, before rotation. */
  width: number
  height: number
  /** Whether the picture data end as they should. Some browsers draw half a photo without an error. */
  isComplete: boolean
}

const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
/** Markers of the four kinds of tables and headers among the frame markers 0xc0 to 0xcf. */
const NOT_A_FRAME = [0xc4, 0xc8, 0xcc]

/** Reads a JPEG's frame header (ITU-T T.81, annex B). `undefined` if the bytes are no JPEG. */
export function readJpeg(bytes: Uint8Array<ArrayBuffer>): Jpeg | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START_OF_IMAGE) return undefined
  let size: { width: number; height: number } | undefined
  // Each segment: 0xff, marker, length of the rest in two bytes.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1 // a fill byte
      continue
    }
    if (marker === START_OF_SCAN) return size && { ...size, isComplete: hasEnd(bytes, at) }
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.includes(marker)) {
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Within picture data, 0xff is always followed by 0 or a restart marker. */
function hasEnd(bytes: Uint8Array, scan: number): boolean {
  for (let at = bytes.indexOf(0xff, scan + 2); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === END_OF_IMAGE) return true
  }
  return false
}
