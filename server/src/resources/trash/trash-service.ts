import { Readable } from 'node:stream'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { type ErasableKind, isErasable, restorableKinds, type TrashKind } from '@sevadesk/contract/records/trash.ts'
import type { TrashItem, TrashOutcome } from '@sevadesk/contract/records/trash-schemas.ts'
import type { Db } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import { HttpError } from '../../errors.ts'
import { contentTypeOf, type Media } from '../../media/media.ts'
import { localised } from '../../text/localised-text.ts'
import type { ContentDependencies } from '../media-files/pending-file-service.ts'
import { findWidths } from '../media-files/pending-file-store.ts'
import { type DeletedRecords, type ListedRecord, listOverdue, markOverdue } from './trash-store.ts'
import { notInTrash, type RestoreDependencies, type TrashCaller, type TrashedKinds } from './trashed-record-service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The address of a record. */
interface TrashAddress<Kind extends TrashKind = TrashKind> {
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

interface BatchOptions {
  language: Language
  log: { error(details: object, message: string): void }
}

const FAILED = localised('This could not be done. Please try again in a moment.')

/**
 * Changes records one after another, each in its own transaction, and returns what became of each.
 * After an unexpected error, such as a database that is away, the others are not tried.
 */
export async function changeEach<Address extends TrashAddress>(
  addresses: readonly Address[],
  { language, log }: BatchOptions,
  change: (address: Address) => Promise<void>,
): Promise<TrashOutcome[]> {
  const outcomes: TrashOutcome[] = []
  let isStopped = false
  for (const address of addresses) {
    const record = { kind: address.kind, _id: address.id }
    try {
      if (!isStopped) await change(address)
      outcomes.push(isStopped ? failed(record, language) : { ...record, isDone: true })
    } catch (error) {
      if (error instanceof HttpError) {
        outcomes.push({ ...record, isDone: false, message: error.sentence(language), code: error.code })
        continue
      }
      log.error({ err: error, ...record }, 'could not change a record in the trash')
      outcomes.push(failed(record, language))
      isStopped = true
    }
  }
  return outcomes
}

function failed(record: Pick<TrashOutcome, 'kind' | '_id'>, language: Language): TrashOutcome {
  return { ...record, isDone: false, message: FAILED(language) }
}

/** Few enough to hold in memory. */
const BATCH_SIZE = 100

/**
 * Deletes for good what was deleted over `trashDays` ago. A record must have been overdue for a day
 * of the clock, so a clock that jumps ahead and is set right within a day deletes nothing.
 */
export async function emptyTrash(
  { kinds, ...dependencies }: ContentDependencies & { kinds: TrashedKinds },
  trashDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = dependencies
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString()
  await markOverdue(db, { deletedBefore: daysAgo(trashDays - 1), now: new Date(now).toISOString() })
  for (;;) {
    const overdue = await listOverdue(db, {
      deletedBefore: daysAgo(trashDays),
      overdueBefore: daysAgo(1),
      limit: BATCH_SIZE,
    })
    for (const { kind, id } of overdue) {
      if (signal?.aborted) return
      await kinds[kind].eraseOverdue(dependencies, id)
    }
    if (overdue.length < BATCH_SIZE) return
  }
}

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
  return { contentType: contentTypeOf(path), content: Readable.from(media.read(path)) }
}
