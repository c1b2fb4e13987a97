import { crc32, inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const END_BYTES = 22

/** Reads all entries of a small zip file as text. Throws if an entry is damaged. */
export function zipEntries(file: Buffer): Map<string, string> {
  let end = file.length - END_BYTES
  while (file.readUInt32LE(end) !== END) end -= 1
  const entries = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset))
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20))
    const content = file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    if (crc32(content) !== file.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    entries.set(name, content.toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}
