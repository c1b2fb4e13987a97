import { inflateRawSync } from 'node:zlib'

const END_OF_ZIP = 0x06054b50
const END_BYTES = 22
const SHEET = 'xl/worksheets/sheet1.xml'
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Reads the first sheet of a small `.xlsx` file: numbers as numbers, texts and empty cells as texts. */
export function readWorkbook(file: Buffer): (string | number)[][] {
  const rows = entryOf(file, SHEET).matchAll(/<row[^>]*>(.*?)<\/row>/gs)
  return [...rows].map(([, row = '']) =>
    [...row.matchAll(/<c(?:\s[^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) => valueOfCell(cell)),
  )
}

function valueOfCell(cell = ''): string | number {
  const number = /<v>(.*?)<\/v>/.exec(cell)?.[1]
  if (number !== undefined) return Number(number)
  const text = /<t[^>]*>(.*?)<\/t>/s.exec(cell)?.[1] ?? ''
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** The text of a file in a zip archive. */
function entryOf(file: Buffer, wanted: string): string {
  let end = file.length - END_BYTES
  while (file.readUInt32LE(end) !== END_OF_ZIP) end -= 1
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const lengthAt = (offset: number) => file.readUInt16LE(at + offset)
    const name = file.toString('utf8', at + 46, at + 46 + lengthAt(28))
    if (name === wanted) {
      const local = file.readUInt32LE(at + 42)
      const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
      const packed = file.subarray(start, start + file.readUInt32LE(at + 20))
      return `${lengthAt(10) === 0 ? packed : inflateRawSync(packed)}`
    }
    at += 46 + lengthAt(28) + lengthAt(30) + lengthAt(32)
  }
  throw new Error(`There is no ${wanted}`)
}
