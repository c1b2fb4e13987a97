import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { tooLarge } from '../../errors.ts'
import type { FileKind, Media } from '../../media/media.ts'
import { storageRefusal } from '../storage-fault.ts'
import { formTooLarge } from './upload-text.ts'

/**
 * Allowance for the text, names and boundaries of a form. A form that exceeds the limit by less is
 * refused later, when a file exceeds its own limit.
 */
const FORM_OVERHEAD_BYTES = 1024 * 1024

/** Kept free for the database and for smaller versions of pictures. */
const RESERVED_BYTES = 200 * 1024 * 1024

/**
 * Free space is checked again after this many bytes of a file: other uploads use it too, and not
 * every form declares its length.
 */
const CHECK_INTERVAL_BYTES = 16 * 1024 * 1024

interface SpaceRules {
  media: Media
  files: { kind: FileKind; maxFiles: number; maxBytes: number }
}

/** Refuses a form by its declared length, before the body is read. Throws `tooLarge()` or 507. */
export async function assertFormFits(request: FastifyRequest, { media, files }: SpaceRules): Promise<void> {
  const declared = Number(request.headers['content-length'] ?? 0)
  const { kind, maxFiles, maxBytes } = files
  if (declared > maxFiles * maxBytes + FORM_OVERHEAD_BYTES) throw tooLarge(formTooLarge(maxFiles, maxBytes, kind))
  if (declared > FORM_OVERHEAD_BYTES) await assertFreeSpace(media, declared)
}

/** Passes the chunks of a file on while the reserved space stays free. Throws 507. */
export async function* whileSpaceLasts<Chunk extends Uint8Array>(
  media: Media,
  source: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  let unchecked = CHECK_INTERVAL_BYTES
  for await (const chunk of source) {
    unchecked += chunk.byteLength
    if (unchecked >= CHECK_INTERVAL_BYTES) {
      await assertFreeSpace(media, chunk.byteLength)
      unchecked = 0
    }
    yield chunk
  }
}

/**
 * Throws 507 if rows of strangers would use the reserved space. PostgreSQL has a disk of its own,
 * which this server does not see.
 */
export async function assertSpaceForRows({ databaseUrl }: Pick<Config, 'databaseUrl'>, media: Media): Promise<void> {
  if (databaseUrl === undefined) await assertFreeSpace(media, 0)
}

async function assertFreeSpace(media: Media, bytes: number): Promise<void> {
  if (!(await hasFreeSpace(media, bytes))) throw storageRefusal('storage_full')
}

/** Whether more than the reserved space stays free after writing this many bytes. */
export async function hasFreeSpace(media: Media, bytes = 0): Promise<boolean> {
  const free = await media.freeBytes()
  return free === undefined || bytes + RESERVED_BYTES <= free
}
