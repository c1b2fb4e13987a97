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

/** A file is read in slices, so that memory never holds all of it. Some cameras put a depth map before the size. */
const SLICE_BYTES = 4 * 1024 ** 2

/** Reads a JPEG's structure (ITU-T T.81, annex B). `undefined` if `photo` is no JPEG. */
export async function readJpeg(photo: Blob): Promise<Jpeg | undefined> {
  const frame = readFrame(await readSlice(photo, 0))
  return frame && { width: frame.width, height: frame.height, isComplete: await hasEnd(photo, frame.scan) }
}

async function readSlice(photo: Blob, start: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await photo.slice(start, start + SLICE_BYTES).arrayBuffer())
}

/** Returns the size, and the position of the picture data in bytes. */
function readFrame(bytes: Uint8Array<ArrayBuffer>): { width: number; height: number; scan: number } | undefined {
  const view = new DataView(bytes.buffer)
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START_OF_IMAGE) return undefined
  let size: { width: number; height: number } | undefined
  // Each segment: 0xff, marker, length of the rest in two bytes.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1 // a fill byte
      continue
    }
    if (marker === START_OF_SCAN) return size && { ...size, scan: at + 2 }
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.includes(marker)) {
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Within picture data, 0xff is always followed by 0 or a restart marker. */
async function hasEnd(photo: Blob, scan: number): Promise<boolean> {
  // Slices share a byte, because a marker has two.
  for (let start = scan; start < photo.size; start += SLICE_BYTES - 1) {
    const bytes = await readSlice(photo, start)
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      if (bytes[at + 1] === END_OF_IMAGE) return true
    }
  }
  return false
}
