import { type ErasableKind, isErasable, restorableKinds, type TrashKind } from '@sevadesk/contract/records/trash.ts'
import type { TrashItem } from '@sevadesk/contract/records/trash-schemas.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import type { ContentDependencies } from '../media-files/pending-file-service.ts'
import type { DeletedRecords, ListedRecord } from './trash-store.ts'
import type { RestoreDependencies, TrashCaller, TrashedKinds } from './trashed-kind.ts'
import { notInTrash } from './trashed-record-service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The address of a record. */
export interface TrashAddress<Kind extends TrashKind = TrashKind> {
  kind: Kind
  id: string
}

/** Selects what the caller may restore of one kind or of all. */
export async function selectRestorable(
  { db, kinds }: { db: Db; kinds: TrashedKinds },
  caller: TrashCaller,
  kind?: TrashKind,
): Promise<DeletedRecords[]> {
  const chosen = restorableKinds(caller).filter((each) => kind === undefined || each === kind)
  return Promise.all(chosen.map((each) => kinds[each].select(db, caller)))
}

/** `trashDays` is how long a record can be restored. */
export function toItem(row: ListedRecord, trashDays: number): TrashItem {
  const { kind, id, label, section, picture_path, amount, currency, deleted_at, deleted_by } = row
  const eraseAt = new Date(Date.parse(deleted_at) + trashDays * DAY_MS).toISOString()
  return {
    kind,
    _id: id,
    label,
    ...(section !== null && { sectionName: section as NonNullable<TrashItem['sectionName']> }),
    hasPicture: picture_path !== null,
    ...(amount !== null && { amount }),
    ...(currency !== null && { currency }),
    deletedAt: deleted_at,
    deletedBy: deleted_by,
    eraseAt: isErasable(kind) ? eraseAt : null,
  }
}

/**
 * Restores a record at its old place. An admin gets back their password and rights but no session,
 * and another name if `username` says so. Throws notFound(), and 409 if the username, a gift's leaf
 * of a receipt book, or a certificate's number is taken.
 */
export async function restore(
  { kinds, ...dependencies }: RestoreDependencies & { kinds: TrashedKinds },
  caller: TrashCaller,
  { kind, id, username }: TrashAddress & { username?: string },
): Promise<void> {
  if (!isId(id)) throw notInTrash()
  await kinds[kind].restore(dependencies, caller, id, username)
}

/** Deletes a record in the trash with its files. Throws notFound(). */
export async function deleteForGood(
  { kinds, ...dependencies }: ContentDependencies & { kinds: TrashedKinds },
  caller: TrashCaller,
  { kind, id }: TrashAddress<ErasableKind>,
): Promise<void> {
  if (!isId(id)) throw notInTrash()
  await kinds[kind].erase(dependencies, caller, id)
}
