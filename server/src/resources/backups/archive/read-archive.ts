import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract as createExtract, type Extract } from 'tar-stream'
import { reasonOf, StartError } from '../../../errors.ts'
import {
  type ArchiveInfo,
  CHECKSUMS_ENTRY,
  type Checksum,
  DATABASE_ENTRY,
  FORMAT,
  INFO_ENTRY,
  isEntryName,
  MAX_ENTRIES,
  parseChecksums,
  parseFormat,
  parseInfo,
} from './archive-format.ts'
import { AGE_LINE_BYTES, type ArchiveKey, decrypt, isEncrypted } from './encryption.ts'

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never

const READ_BYTES = 1024 * 1024
/** A checksum takes about 180 bytes. */
const MAX_LIST_BYTES = 180 * MAX_ENTRIES
const MAX_INFO_BYTES = 16 * 1024 * 1024

export interface ReadOptions {
  key: ArchiveKey | undefined
  /** Returns the new file for an entry; undefined to only check it. */
  targetOf(name: string): string | undefined
  /** The folder of these files. */
  folder: string
}

export interface ReadArchive {
  info: ArchiveInfo
  entries: readonly Checksum[]
}

/**
 * Reads a whole archive, unpacks the entries that have a target, and compares all with their
 * checksums. Throws StartError if the archive is damaged, incomplete, of a newer version or wants
 * to write elsewhere, or if the key is missing or wrong. Targets may then hold anything.
 */
export async function readArchive(file: string, options: ReadOptions): Promise<ReadArchive> {
  try {
    const start = await readStart(file)
    const bytes = createReadStream(file, { highWaterMark: READ_BYTES })
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
  { targetOf }: ReadOptions,
): Promise<ReadArchive> {
  let cause: unknown
  const fail = (error: unknown) => {
    cause ??= error
    extract.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  const fed = pipeline(bytes, extract).catch(fail)
  const reader = new EntryReader(targetOf)
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
  readonly #targetOf: ReadOptions['targetOf']
  readonly #entries = new Map<string, Checksum>()
  #info: ArchiveInfo | undefined
  #infoHash = ''
  #checksums: Checksum[] | undefined
  #bytes = 0

  constructor(targetOf: ReadOptions['targetOf']) {
    this.#targetOf = targetOf
  }

  async receive(entry: Entry): Promise<void> {
    const { name, size = 0, type } = entry.header
    if (this.#checksums) throw new Error('it goes on after its end')
    if (type !== 'file') throw new Error(`${JSON.stringify(name)} is not a file`)
    if (!this.#info) {
      if (name !== INFO_ENTRY) throw new Error(`it does not begin with ${INFO_ENTRY}`)
      const text = await readText(entry, MAX_INFO_BYTES)
      this.#info = readInfo(text)
      this.#infoHash = createHash('sha256').update(text).digest('hex')
    } else if (name === CHECKSUMS_ENTRY) {
      this.#checksums = parseChecksums(await readText(entry, MAX_LIST_BYTES))
    } else {
      if (!isEntryName(name) || this.#entries.has(name)) throw new Error(`a file is called ${JSON.stringify(name)}`)
      this.#bytes += size
      const isMore = this.#entries.size >= Math.min(MAX_ENTRIES, this.#info.entries) || this.#bytes > this.#info.bytes
      if (isMore) throw new Error('it holds more than it states')
      const target = this.#targetOf(name)
      this.#entries.set(name, { name, bytes: size, sha256: await unpack(entry, target) })
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
    return { info: this.#info, entries }
  }
}

function readInfo(text: string): ArchiveInfo {
  if (parseFormat(text) > FORMAT) {
    throw new StartError('The backup was written by a newer version of SevaDesk: use that version.')
  }
  return parseInfo(text)
}

async function readText(entry: Entry, maxBytes: number): Promise<string> {
  if ((entry.header.size ?? 0) > maxBytes) throw new Error(`${entry.header.name} is too large`)
  const chunks: Buffer[] = []
  // The types of tar-stream leave the chunks open.
  for await (const chunk of entry) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
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
