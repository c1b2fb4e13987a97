import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * An archive is a tar file with these entries in this order: `backup.json`, `database.sqlite`, the
 * other files, and `checksums.json` about all before it. Only a whole archive has the last one.
 */
export const INFO_ENTRY = 'backup.json'
export const DATABASE_ENTRY = 'database.sqlite'
export const CHECKSUMS_ENTRY = 'checksums.json'

/** Raised when an older version could not read the archive. */
export const FORMAT = 1

/** Entries that a reader accepts at most. */
export const MAX_ENTRIES = 2_000_000

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Info = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** The version of SevaDesk that wrote the archive. */
  version: Type.String(),
  engine: Type.Union([Type.Literal('SQLite'), Type.Literal('PostgreSQL')]),
  /** UTC ISO time of the snapshot. */
  createdAt: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), applied_at: Type.String() }), { minItems: 1 }),
  /** The time zone of the donations' local days; null before the first start. */
  timeZone: Type.Union([Type.String(), Type.Null()]),
  /** Number of rows of each table in `database.sqlite`. */
  tables: Type.Record(Type.String(), Count),
  donations: Type.Array(
    Type.Object({
      status: Type.Union([Type.String(), Type.Null()]),
      currency: Type.String(),
      count: Count,
      amount: Count,
    }),
  ),
  receipts: Type.Array(Type.Object({ series: Type.String(), lastNumber: Count })),
  /** Number and HMAC of the last row of the history. Versions before the history lack it. */
  history: Type.Optional(Type.Object({ n: Count, mac: Type.String() })),
  /** Number and bytes of all entries but the first and the last. */
  entries: Count,
  bytes: Count,
})
export type ArchiveInfo = Type.Static<typeof Info>

const Checksums = Type.Array(Type.Object({ name: Type.String(), bytes: Count, sha256: Type.String() }))
export type Checksum = Type.Static<typeof Checksums>[number]

const info = Compile(Info)
const checksums = Compile(Checksums)
const anyFormat = Compile(Type.Object({ format: Type.Integer({ minimum: 1 }) }))

/** Returns the format of the archive, whatever else a newer version wrote. */
export function parseFormat(text: string): number {
  return anyFormat.Parse(JSON.parse(text)).format
}

/** Throws an Error if the text is not that of an archive. */
export function parseInfo(text: string): ArchiveInfo {
  return info.Parse(JSON.parse(text))
}

/** Throws an Error if the text is not that of an archive. */
export function parseChecksums(text: string): Checksum[] {
  return checksums.Parse(JSON.parse(text))
}

const SEGMENT = /^[^/\\\0]+$/

/** Whether an entry may have this name: a relative path without `.` and `..`. */
export function isEntryName(name: string): boolean {
  return name.split('/').every((segment) => SEGMENT.test(segment) && segment !== '.' && segment !== '..')
}
