import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack as createPack, type Pack } from 'tar-stream'
import { type ArchiveInfo, CHECKSUMS_ENTRY, type Checksum, INFO_ENTRY } from './archive-format.ts'
import { type ArchiveKey, encrypt } from './encryption.ts'

/** Larger than Node's 64 KiB, because each read costs as much as it brings. */
const READ_BYTES = 512 * 1024

/** A future entry. `bytes` is its exact size. */
export type Source = { name: string; bytes: number } & ({ file: string } | { content: Uint8Array })

export interface ArchiveContent {
  info: ArchiveInfo
  sources: readonly Source[]
  /** Called before each entry. Throws if the backup must not go on. */
  assertValid(): void
}

/**
 * Writes an archive to a new file that only its owner may read, durably. Throws the first error,
 * also when a source is missing or has another size; the caller then removes the file.
 */
export async function writeArchive(file: string, key: ArchiveKey | undefined, content: ArchiveContent): Promise<void> {
  const pack = createPack({ highWaterMark: READ_BYTES })
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
  await pipeline(bytes, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: READ_BYTES }))
}

async function addEntries(pack: Pack, { info, sources, assertValid }: ArchiveContent): Promise<void> {
  const checksums = [await addEntry(pack, contentSource(INFO_ENTRY, `${JSON.stringify(info, undefined, 2)}\n`))]
  for (const source of sources) {
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
  const { name, bytes } = source
  const hash = createHash('sha256')
  const input =
    'file' in source
      ? createReadStream(source.file, { highWaterMark: READ_BYTES })
      : Readable.from([source.content], { objectMode: false })
  const entry = pack.entry({ name, size: bytes, mode: 0o600, mtime: new Date(0) })
  await pipeline(
    input,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    entry,
  )
  return { name, bytes, sha256: hash.digest('hex') }
}
