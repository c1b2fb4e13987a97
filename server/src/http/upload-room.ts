import type { FastifyRequest } from 'fastify'
import { tooLarge } from '../errors.ts'
import { diskFull } from '../media/disk-files.ts'
import type { Media } from '../media/media.ts'
import { type FileKind, formTooLarge } from './upload-sentences.ts'

/** Bytes of a form besides its files: text, names, boundaries. One that is over by less is refused by the file that is. */
const BESIDES_FILES = 1024 * 1024

/** Bytes that uploads leave free, so that the database can go on writing and smaller versions of pictures find room. */
const RESERVE_BYTES = 200 * 1024 * 1024

interface RoomRules {
  media: Media
  files: { kind: FileKind; maxFiles: number; maxBytes: number }
}

/**
 * Refuses a form by the length that it announces, before anything of it is read, so that nobody sends a video for an hour in vain.
 * One that announces none is held to the same limits while it arrives. Throws `tooLarge()` or 507.
 */
export async function assertFits(request: FastifyRequest, { media, files }: RoomRules): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const { kind, maxFiles, maxBytes } = files
  if (announced > maxFiles * maxBytes + BESIDES_FILES) throw tooLarge(formTooLarge(maxFiles, maxBytes, kind))
  const free = await media.freeBytes()
  if (free !== undefined && announced + RESERVE_BYTES > free) throw diskFull()
}
