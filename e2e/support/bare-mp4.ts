/** A box of ISO/IEC 14496-12: length in bytes, four-letter type, content. */
function box(type: string, ...content: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, head.length))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

/** Big-endian 32-bit numbers. In a "full" box the first number holds version and flags. */
function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, at * 4)
  return buffer
}

const UNITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const WIDTH = 320
const HEIGHT = 240

/**
 * The sample entry of H.264: 78 bytes with the picture's size, then the decoder configuration.
 */
function sampleEntry(): Buffer {
  const fields = Buffer.alloc(78)
  fields.writeUInt16BE(1, 6)
  fields.writeUInt16BE(WIDTH, 24)
  fields.writeUInt16BE(HEIGHT, 26)
  fields.writeUInt16BE(24, 74)
  fields.writeUInt16BE(0xffff, 76)
  return box('avc1', fields, box('avcC', Buffer.from('0142c01effe10000010000', 'hex')))
}

function videoTrack(): Buffer {
  const samples = box(
    'stbl',
    box('stsd', words(0, 1), sampleEntry()),
    box('stts', words(0, 1, 1, 1000)),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, 0, 1, 1)),
    box('stco', words(0, 1, 32)),
  )
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1000, 1000, 0x55c40000)),
    box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0), Buffer.from('\0')),
    box('minf', box('vmhd', words(1, 0, 0)), box('dinf', box('dref', words(0, 1), box('url ', words(1)))), samples),
  )
  const header = box('tkhd', words(7, 0, 0, 1, 0, 1000, 0, 0, 0, 0, ...UNITY_MATRIX, WIDTH << 16, HEIGHT << 16))
  return box('trak', header, media)
}

/** The part before the picture data: the file type, and a video track of one second. */
function start(): Buffer {
  const movie = words(0, 0, 0, 1000, 1000, 0x10000, 0x01000000, 0, 0, ...UNITY_MATRIX, 0, 0, 0, 0, 0, 0, 2)
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from('isommp41')),
    box('moov', box('mvhd', movie), videoTrack()),
  ])
}

/** The start of an unplayable MP4. The caller appends picture data of the size `bytes`. */
export function bareMp4Head(bytes: number): Buffer<ArrayBuffer> {
  const head = box('mdat')
  head.writeUInt32BE(head.length + bytes)
  return Buffer.concat([start(), head])
}
