import { Readable } from 'node:stream'
import { variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import type { ErasableKind } from '@sevadesk/contract/records/trash.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import type { Media } from '../../media/media.ts'
import { findWidths } from '../media-files/picture-store.ts'
import type { TrashAddress } from './trash-service.ts'
import type { TrashCaller, TrashedKinds } from './trashed-kind.ts'
import { notInTrash } from './trashed-record-service.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg' }

/**
 * Reads the smallest version of the picture of a record in the trash. Throws notFound() if the
 * caller may not restore the record.
 */
export async function readPicture(
  { db, media, kinds }: { db: Db; media: Media; kinds: TrashedKinds },
  caller: TrashCaller,
  { kind, id }: TrashAddress<ErasableKind>,
): Promise<{ contentType: string; content: Readable }> {
  if (!isId(id)) throw notInTrash()
  const original = await kinds[kind].findPicture(db, caller, id)
  const [width] = (await findWidths(db, original)) ?? []
  const path = width === undefined ? original : variantPath(original, width, 'webp')
  // A stream that fails after the headers would cut the response.
  if (!(await media.exists(path))) throw notInTrash()
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return {
    contentType: CONTENT_TYPES[extension] ?? `image/${extension}`,
    content: Readable.from(media.read(path)),
  }
}
