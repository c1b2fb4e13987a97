import type { FastifyRequest } from 'fastify'
import { tooLarge } from '../../errors.ts'
import { diskFull } from '../../media/disk-files.ts'
import type { Media } from '../../media/media.ts'
import { type FileKind, formTooLarge } from './upload-messages.ts'

/** Bytes of a form besides its files: text, names, boundaries. One that is over by less is refused by the file that is. */
const BESIDES_FILES = 1024 * 1024

/** Bytes that uploads leave free, so that the database can go on writing and smaller versions of pictures find room. */
const RESERVE_BYTES = 200 * 1024 * 1024

/** Bytes of a file after which the room is looked at again: what else arrives meanwhile takes of it, and not all forms tell their length. */
const LOOK_BYTES = 16 * 1024 * 1024

interface SpaceRules {
  media: Media
  files: { kind: FileKind; maxFiles: number; maxBytes: number }
}

/**
 * Refuses a form by the length that it announces, before anything of it is read, so that nobody sends a video for an hour in vain.
 * One so short that it may hold text alone needs no room yet. Throws `tooLarge()` or 507.
 */
export async function assertFormFits(request: FastifyRequest, { media, files }: SpaceRules): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const { kind, maxFiles, maxBytes } = files
  if (announced > maxFiles * maxBytes + BESIDES_FILES) throw tooLarge(formTooLarge(maxFiles, maxBytes, kind))
  if (announced > BESIDES_FILES) await assertFreeSpace(media, announced)
}

/** The chunks of a file as they come, while there is room for them beside the reserve. Throws 507. */
export async function* whileSpaceLasts<Chunk extends Uint8Array>(
  media: Media,
  source: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  let unseen = LOOK_BYTES
  for await (const chunk of source) {
    unseen += chunk.byteLength
    if (unseen >= LOOK_BYTES) {
      await assertFreeSpace(media, chunk.byteLength)
      unseen = 0
    }
    yield chunk
  }
}

async function assertFreeSpace(media: Media, bytes: number): Promise<void> {
  const free = await media.freeBytes()
  if (free !== undefined && bytes + RESERVE_BYTES > free) throw diskFull()
}
