import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract as createExtract, pack as createPack, type Extract, type Pack } from 'tar-stream'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { reasonOf, StartError } from '../../../errors.ts'
import { countRows, openPlainDatabase } from '../database/plain-database.ts'
import { AGE_LINE_BYTES, type ArchiveKey, decrypt, encrypt, isEncrypted } from './encryption.ts'

/**
 * An archive is a tar file with these entries in this order: `backup.json`, `database.sqlite`, the
 * other files, and `checksums.json` about all before it. Only a whole archive has the last one.
 */
const INFO_ENTRY = 'backup.json'
export const DATABASE_ENTRY = 'database.sqlite'
const CHECKSUMS_ENTRY = 'checksums.json'

/** Raised when an older version could not read the archive. */
export const FORMAT = 1

/** Entries that a reader accepts at most. */
export const MAX_ENTRIES = 2_000_000

export const TABLES_WITH_FILES = ['photos', 'events', 'home_videos', 'donor_certificates', 'trashed_files']
/** Those of a video: its poster has six smaller versions. */
const ENTRIES_PER_ROW = 8
/** The database, the keys, and what else belongs to no row. */
const OTHER_ENTRIES = 100
/** In characters; most names have under 60. */
const NAME_MAX = 400

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
  /** Number and HMAC of the last row of the history. Absent without a history, or if `lacksHead`. */
  history: Type.Optional(Type.Object({ n: Count, mac: Type.String() })),
  /** Number and bytes of all entries but the first and the last, at most. */
  entries: Count,
  bytes: Count,
})
export type ArchiveInfo = Type.Static<typeof Info>

const Checksums = Type.Array(
  Type.Object({
    name: Type.String(),
    bytes: Count,
    sha256: Type.String(),
    /** The entry is not what was once stored. */
    isDamaged: Type.Optional(Type.Boolean()),
  }),
)
export type Checksum = Type.Static<typeof Checksums>[number]

const info = Compile(Info)
const checksums = Compile(Checksums)
const anyFormat = Compile(Type.Object({ format: Type.Integer({ minimum: 1 }) }))

/** Returns the format of the archive, whatever else a newer version wrote. */
function parseFormat(text: string): number {
  return anyFormat.Parse(JSON.parse(text)).format
}

/** Throws an Error if the text is not that of an archive. */
function parseInfo(text: string): ArchiveInfo {
  return info.Parse(JSON.parse(text))
}

/** Throws an Error if the text is not that of an archive. */
function parseChecksums(text: string): Checksum[] {
  return checksums.Parse(JSON.parse(text))
}

const SEGMENT = /^[^/\\\0]+$/

/** Whether an entry may have this name: a relative path without `.` and `..`. */
function isEntryName(name: string): boolean {
  return (
    name.length <= NAME_MAX &&
    name.split('/').every((segment) => SEGMENT.test(segment) && segment !== '.' && segment !== '..')
  )
}

/** Larger than Node's 64 KiB, because each read costs as much as it brings. */
const FILE_READ_BYTES = 512 * 1024

/** A future entry. `bytes` is its exact size. */
export type Source = { name: string; bytes: number; isDamaged?: boolean } & ({ file: string } | { content: Uint8Array })

interface ArchiveContent {
  info: ArchiveInfo
  /** Each is read before the next one is asked for. */
  sources: Iterable<Source> | AsyncIterable<Source>
  /** Called before each entry. Throws if the backup must not go on. */
  assertValid(): void
}

/**
 * Writes an archive to a new file that only its owner may read, durably. Throws the first error,
 * also when a source is missing or has another size; the caller then removes the file.
 */
export async function writeArchive(file: string, key: ArchiveKey | undefined, content: ArchiveContent): Promise<void> {
  const pack = createPack({ highWaterMark: FILE_READ_BYTES })
  let cause: unknown
  // Each side waits for the other, so that an error must end both.
  const fail = (error: unknown) => {
    cause ??= error
    pack.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  const written = writeFile(file, key, pack)
  await Promise.all([written.catch(fail), addEntries(pack, content).catch(fail)])
  if (cause !== undefined) throw cause
}

async function writeFile(file: string, key: ArchiveKey | undefined, pack: Pack): Promise<void> {
  const bytes = key ? await encrypt(Readable.from(pack), key) : Readable.from(pack)
  await pipeline(
    bytes,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: FILE_READ_BYTES }),
  )
}

async function addEntries(pack: Pack, { info, sources, assertValid }: ArchiveContent): Promise<void> {
  const checksums = [await addEntry(pack, contentSource(INFO_ENTRY, `${JSON.stringify(info, undefined, 2)}\n`))]
  for await (const source of sources) {
    assertValid()
    checksums.push(await addEntry(pack, source))
  }
  assertValid()
  await addEntry(pack, contentSource(CHECKSUMS_ENTRY, JSON.stringify(checksums)))
  pack.finalize()
}

function contentSource(name: string, text: string): Source {
  const content = Buffer.from(text)
  return { name, bytes: content.length, content }
}

async function addEntry(pack: Pack, source: Source): Promise<Checksum> {
  const { name, bytes, isDamaged } = source
  const hash = createHash('sha256')
  const entry = pack.entry({ name, size: bytes, mode: 0o600, mtime: new Date(0) })
  await pipeline(
    'file' in source
      ? createReadStream(source.file, { highWaterMark: FILE_READ_BYTES })
      : Readable.from([source.content], { objectMode: false }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    entry,
  )
  return { name, bytes, sha256: hash.digest('hex'), ...(isDamaged && { isDamaged }) }
}

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never

const ARCHIVE_READ_BYTES = 1024 * 1024
/** A checksum takes about 180 bytes. */
const MAX_LIST_BYTES = 180 * MAX_ENTRIES
const MAX_INFO_BYTES = 16 * 1024 * 1024
const MAX_TEXT_BYTES = 64 * 1024

interface ReadOptions {
  key: ArchiveKey | undefined
  /** Returns the new file for an entry; undefined to only check it. */
  targetOf(name: string): string | undefined
  /** Whether to return the text of an entry, such as a key, which needs no file. */
  isText?(name: string): boolean
  /** The folder of these files. */
  folder: string
  /** The space for all entries, in bytes. */
  freeBytes?: number
}

interface ReadArchive {
  info: ArchiveInfo
  entries: readonly Checksum[]
  /** Names of entries that were damaged before the backup. */
  damaged: readonly string[]
  texts: ReadonlyMap<string, string>
}

/**
 * Reads a whole archive, unpacks the entries that have a target, and compares all with their
 * checksums. Throws StartError if the archive is damaged, incomplete, of a newer version or wants
 * to write elsewhere, or if the key is missing or wrong. Targets may then hold anything.
 */
export async function readArchive(file: string, options: ReadOptions): Promise<ReadArchive> {
  try {
    const start = await readStart(file)
    const bytes = createReadStream(file, { highWaterMark: ARCHIVE_READ_BYTES })
    const extract = createExtract()
    if (!isEncrypted(start)) return await readEntries(bytes, extract, options)
    if (!options.key) {
      throw new StartError(`The backup ${file} is encrypted: give its key with --key-file, or use --passphrase.`)
    }
    return await readEntries(await decrypt(bytes, options.key, file), extract, options)
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof Error && 'syscall' in error) {
      throw new StartError(
        `The backup ${file} could not be read or unpacked (into ${options.folder}): ${reasonOf(error)}.`,
      )
    }
    throw new StartError(`The backup ${file} is damaged or not complete (${reasonOf(error)}): use another one.`)
  }
}

async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_LINE_BYTES), 0, AGE_LINE_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function readEntries(
  bytes: AsyncIterable<Uint8Array>,
  extract: Extract,
  options: ReadOptions,
): Promise<ReadArchive> {
  let cause: unknown
  const fail = (error: unknown) => {
    cause ??= error
    extract.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  const fed = pipeline(bytes, extract).catch(fail)
  const reader = new EntryReader(options)
  try {
    for await (const entry of extract) await reader.receive(entry)
  } catch (error) {
    fail(error)
  }
  await fed
  if (cause !== undefined) throw cause
  return reader.finish()
}

class EntryReader {
  readonly #options: ReadOptions
  readonly #entries = new Map<string, Checksum>()
  readonly #texts = new Map<string, string>()
  #info: ArchiveInfo | undefined
  #infoHash = ''
  #checksums: Checksum[] | undefined
  #bytes = 0

  constructor(options: ReadOptions) {
    this.#options = options
  }

  async receive(entry: Entry): Promise<void> {
    const { name, size = 0, type } = entry.header
    if (this.#checksums) throw new Error('it goes on after its end')
    if (type !== 'file') throw new Error(`${JSON.stringify(name)} is not a file`)
    if (!this.#info) {
      if (name !== INFO_ENTRY) throw new Error(`it does not begin with ${INFO_ENTRY}`)
      const text = await readText(entry, MAX_INFO_BYTES)
      this.#info = readInfo(text)
      assertPossible(this.#info, this.#options)
      this.#infoHash = createHash('sha256').update(text).digest('hex')
    } else if (name === CHECKSUMS_ENTRY) {
      this.#checksums = parseChecksums(await readText(entry, MAX_LIST_BYTES))
    } else {
      if (!isEntryName(name) || this.#entries.has(name))
        throw new Error(`a file is called ${JSON.stringify(name.slice(0, NAME_MAX))}`)
      this.#bytes += size
      const isMore = this.#entries.size >= Math.min(MAX_ENTRIES, this.#info.entries) || this.#bytes > this.#info.bytes
      if (isMore) throw new Error('it holds more than it states')
      if ((this.#entries.size === 0) !== (name === DATABASE_ENTRY))
        throw new Error(`${DATABASE_ENTRY} is not its first file`)
      const { targetOf, isText } = this.#options
      if (isText?.(name)) {
        const content = await readContent(entry, MAX_TEXT_BYTES)
        this.#texts.set(name, content.toString('utf8'))
        this.#entries.set(name, { name, bytes: size, sha256: createHash('sha256').update(content).digest('hex') })
        return
      }
      const target = targetOf(name)
      this.#entries.set(name, { name, bytes: size, sha256: await unpack(entry, target) })
      if (name === DATABASE_ENTRY && target !== undefined) assertNamedBy(target, this.#info)
    }
  }

  finish(): ReadArchive {
    if (!this.#info || !this.#checksums) throw new Error('its end is missing')
    const entries = [...this.#entries.values()]
    if (!this.#entries.has(DATABASE_ENTRY)) throw new Error('it holds no database')
    const [first, ...others] = this.#checksums
    if (first?.name !== INFO_ENTRY || first.sha256 !== this.#infoHash) throw new Error(`${INFO_ENTRY} has changed`)
    if (others.length !== entries.length) throw new Error('files are missing')
    for (const { name, sha256 } of others) {
      if (this.#entries.get(name)?.sha256 !== sha256) throw new Error(`${name} has changed`)
    }
    const damaged = others.flatMap(({ name, isDamaged }) => (isDamaged ? [name] : []))
    return { info: this.#info, entries, damaged, texts: this.#texts }
  }
}

/** Whether the head file of the history was missing, forged or damaged when the backup was taken. */
export function lacksHead({ tables, history }: ArchiveInfo): boolean {
  return tables.history !== undefined && history === undefined
}

/** Stops before the first entry: an archive may come from anyone, and each entry takes time and space. */
function assertPossible(info: ArchiveInfo, { freeBytes = info.bytes, folder }: ReadOptions): void {
  const { bytes, tables } = info
  assertNamed(
    info,
    TABLES_WITH_FILES.reduce((sum, name) => sum + (tables[name] ?? 0), 0),
  )
  if (bytes <= freeBytes) return
  const [needed, free] = [Math.ceil(bytes / 1e6), Math.floor(freeBytes / 1e6)]
  throw new StartError(`The backup holds ${needed} MB, but only ${free} MB are free for ${folder}: free more space.`)
}

/** Stops before the second entry if the database does not have the stated rows. */
function assertNamedBy(databaseFile: string, info: ArchiveInfo): void {
  if (info.entries <= OTHER_ENTRIES) return
  const plain = openPlainDatabase(databaseFile)
  try {
    assertNamed(info, countRows(plain, TABLES_WITH_FILES))
  } finally {
    plain.close()
  }
}

function assertNamed({ entries }: ArchiveInfo, rows: number): void {
  if (entries > OTHER_ENTRIES + ENTRIES_PER_ROW * rows) throw new Error('it has more files than its rows can name')
}

function readInfo(text: string): ArchiveInfo {
  if (parseFormat(text) > FORMAT) {
    throw new StartError('The backup was written by a newer version of SevaDesk: use that version.')
  }
  return parseInfo(text)
}

async function readText(entry: Entry, maxBytes: number): Promise<string> {
  return (await readContent(entry, maxBytes)).toString('utf8')
}

async function readContent(entry: Entry, maxBytes: number): Promise<Buffer> {
  if ((entry.header.size ?? 0) > maxBytes) throw new Error(`${entry.header.name} is too large`)
  const chunks: Buffer[] = []
  // The types of tar-stream leave the chunks open.
  for await (const chunk of entry) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Writes the entry durably, if it has a target, and returns its SHA-256. */
async function unpack(entry: Entry, target: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  if (target !== undefined) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const output =
    target === undefined
      ? new Writable({ write: (_chunk, _encoding, done) => done() })
      : createWriteStream(target, { flags: 'wx', flush: true })
  await pipeline(
    entry,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    output,
  )
  return hash.digest('hex')
}
