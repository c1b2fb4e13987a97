import type { TrustPicture } from './trust-settings.ts'

/** Returns the pixels that a picture declares, without decoding it; 0 for SVG or if none are found. */
export function declaredPixels(type: TrustPicture['type'], bytes: Buffer): number {
  if (type === 'png') return bytes.length < 24 ? 0 : bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  return type === 'jpg' ? jpegPixels(bytes) : 0
}

/** Reads the frame header (ITU-T T.81, B.2.2): the segments before it have their length. */
function jpegPixels(bytes: Buffer): number {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (isFrameHeader(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return 0
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
