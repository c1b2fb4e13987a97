/** The supported values of an entry. */
type Value = string | number | { [key: string]: Value } | Value[]

/** A branch is the number of another node, an encoded entry, or nothing. */
type Branch = number | Buffer | undefined

const RECORD_BYTES = 3
const SEPARATOR_BYTES = 16
const METADATA_MARK = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')

/**
 * Returns a file in MaxMind's format 2.0. Keys of `entries` are networks, such as `203.0.113.0/24`.
 * A file of IP version 6 also holds IPv4 networks, below `::/96`.
 */
export function locationBytes(
  entries: Record<string, Value>,
  { databaseType = 'Test-City', ipVersion = 6 }: { databaseType?: string; ipVersion?: 4 | 6 } = {},
): Buffer {
  const nodes: [Branch, Branch][] = [[undefined, undefined]]
  for (const [network, entry] of Object.entries(entries)) {
    const sides = Array.from(bitsOf(network, ipVersion), (bit) => (bit === '0' ? 0 : 1))
    const last = sides.pop() ?? 0
    let node = nodes[0]
    for (const side of sides) {
      const next = node?.[side]
      const at = typeof next === 'number' ? next : nodes.push([undefined, undefined]) - 1
      if (node) node[side] = at
      node = nodes[at]
    }
    if (node) node[last] = encode(entry)
  }
  const data: Buffer[] = []
  const tree = nodes.flat().map((branch) => {
    const bytes = Buffer.alloc(RECORD_BYTES)
    // An entry has its offset after all nodes, and no branch the count of nodes.
    const place = Buffer.isBuffer(branch) ? SEPARATOR_BYTES + Buffer.concat(data).length : 0
    bytes.writeUIntBE(typeof branch === 'number' ? branch : nodes.length + place, 0, RECORD_BYTES)
    if (Buffer.isBuffer(branch)) data.push(branch)
    return bytes
  })
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: databaseType,
    description: { en: 'test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: RECORD_BYTES * 8,
  })
  return Buffer.concat([...tree, Buffer.alloc(SEPARATOR_BYTES), ...data, METADATA_MARK, metadata])
}

function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address = '', length] = network.split('/')
  if (!address.includes(':')) {
    const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
    return '0'.repeat(ipVersion === 6 ? 96 : 0) + bits.join('').slice(0, Number(length))
  }
  const [left = '', right = ''] = address
    .split('::')
    .map((half) => half.split(':').filter(Boolean).map(groupBits).join(''))
  return (left + right.padStart(128 - left.length, '0')).slice(0, Number(length))
}

function groupBits(group: string): string {
  return Number.parseInt(group, 16).toString(2).padStart(16, '0')
}

/** Encodes strings, lists and maps of fewer than 29 bytes or items, and 32-bit numbers. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const pairs = Object.entries(value)
  return Buffer.concat([control(7, pairs.length), ...pairs.flatMap((pair) => pair.map(encode))])
}

/** Encodes a control byte. Types above 7 take a second byte. */
function control(type: number, size: number): Buffer {
  if (size > 28) throw new Error(`A size of ${size} is more than this writes.`)
  return Buffer.from(type > 7 ? [size, type - 7] : [(type << 5) | size])
}
