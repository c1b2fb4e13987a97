import type { Account } from '@sevadesk/contract/accounts/account-rights.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { type ErasableKind, restorableKinds, type TrashKind } from '@sevadesk/contract/records/trash.ts'
import type { TrashItem } from '@sevadesk/contract/records/trash-schemas.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { type HttpError, notFound } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { assertUsernameIsFree, type Caller, changeOthersAccounts } from '../accounts/account-change-service.ts'
import { readUsername } from '../accounts/account-form.ts'
import { usernameKey } from '../accounts/username-key.ts'
import { restoreDonation } from '../donations/donation-service.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import { mayRestore, openGalleries } from './trash-rights.ts'
import * as store from './trash-store.ts'
import { KIND_RULES } from './trashed-kind-service.ts'
import { filesOf, type RecordRow } from './trashed-records.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type TrashCaller = Account & Caller

/** The address of a record. */
export interface TrashAddress<Kind extends TrashKind = TrashKind> {
  kind: Kind
  id: string
}

/** Returns what the caller may restore of one kind or of all. */
export async function trashScope(db: Db, caller: TrashCaller, kind?: TrashKind): Promise<store.TrashScope> {
  const kinds = restorableKinds(caller).filter((each) => kind === undefined || each === kind)
  const admins = kinds.includes('admin') ? await store.listTrashedAdmins(db) : []
  const donations = mayOpen(caller, 'Donations') ? 'all' : { deletedById: caller.id }
  return {
    kinds: kinds.filter((each) => each !== 'photo' && each !== 'admin' && each !== 'donation'),
    galleries: kinds.includes('photo') ? openGalleries(caller) : [],
    adminIds: admins.filter(({ content }) => mayRestore(caller, 'admin', JSON.parse(content))).map(({ id }) => id),
    donations: kinds.includes('donation') ? donations : 'none',
  }
}

/** `trashDays` is how long a record can be restored. */
export function toItem(row: store.ListedRecord, trashDays: number): TrashItem {
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
    eraseAt: kind === 'donation' ? null : eraseAt,
  }
}

/** Restored gifts that were entered by hand get receipts. */
type RestoreDependencies = ContentDependencies & ReceiptDependencies

/**
 * Restores a record at its old place. An admin gets back their password and rights but no session,
 * and another name if `username` says so. Throws notFound(), and 409 if the username, a gift's leaf
 * of a receipt book, or a certificate's number is taken.
 */
export async function restore(
  dependencies: RestoreDependencies,
  caller: TrashCaller,
  { kind, id, username }: TrashAddress & { username?: string },
): Promise<void> {
  const { recorder } = dependencies
  if (!isId(id)) throw notInTrash()
  if (kind === 'donation') {
    if (!restorableKinds(caller).includes(kind)) throw notInTrash()
    return restoreDonation(dependencies, id, mayOpen(caller, 'Donations') ? undefined : caller.id)
  }
  await changeRecord(dependencies, caller, { kind, id }, async (transaction, { label, row }) => {
    const restored = kind === 'admin' ? await renamed(transaction, row, username) : { ...row }
    // A form that was opened before the deletion must not save unnoticed.
    if (typeof restored.version === 'number') restored.version += 1
    const target = await KIND_RULES[kind]?.prepareRestoration(transaction, row)
    await store.insertRecord(transaction, kind, restored)
    const restoredLabel = kind === 'admin' ? String(restored.username) : label
    const entry = target ?? entryAbout({ kind, id, label: restoredLabel })
    await recorder.record(transaction, { action: `${kind}.restored`, ...entry })
  })
}

/** Deletes a record in the trash with its files. Throws notFound(). */
export async function deleteForGood(
  dependencies: ContentDependencies,
  caller: TrashCaller,
  { kind, id }: TrashAddress<ErasableKind>,
): Promise<void> {
  if (!isId(id)) throw notInTrash()
  await changeRecord(dependencies, caller, { kind, id }, (transaction, { label, row }, removeFile) =>
    erase(transaction, dependencies, { kind, id, label, row, removeFile }),
  )
}

/** Deletes an overdue record for good, as the server. */
export async function deleteOverdue(
  dependencies: ContentDependencies,
  { kind, id }: TrashAddress<ErasableKind>,
): Promise<void> {
  await changeFiles(dependencies, [], async (transaction, removeFile) => {
    const record = await store.takeFromTrash(transaction, kind, id)
    if (!record) return
    const { label, content } = record
    await erase(transaction, dependencies, { kind, id, label, row: JSON.parse(content), removeFile })
  })
}

/** Throws notFound() if the record is not in the trash, or the caller may not restore it. */
export async function findPicture(
  db: Db,
  caller: TrashCaller,
  { kind, id }: TrashAddress<ErasableKind>,
): Promise<string> {
  if (!isId(id)) throw notInTrash()
  const record = await store.findInTrash(db, kind, id)
  if (!record?.picture_path || !mayRestore(caller, kind, JSON.parse(record.content))) throw notInTrash()
  return record.picture_path
}

interface TakenRecord {
  label: string
  row: RecordRow
}

/**
 * Takes a record from the trash in the transaction of `change`, so that one of several callers at
 * once gets it. The rights of the caller are read in it for admins, as in other changes of accounts.
 */
async function changeRecord(
  dependencies: ContentDependencies,
  caller: TrashCaller,
  { kind, id }: TrashAddress<ErasableKind>,
  change: (transaction: Db, record: TakenRecord, removeFile: (path: string) => void) => Promise<void>,
): Promise<void> {
  const take = async (transaction: Db, actor: Account): Promise<TakenRecord> => {
    const record = await store.takeFromTrash(transaction, kind, id)
    const row: RecordRow = JSON.parse(record?.content ?? '{}')
    if (!record || !mayRestore(actor, kind, row)) throw notInTrash()
    return { label: record.label, row }
  }
  if (kind === 'admin') {
    await changeOthersAccounts(dependencies.db, caller, async (transaction, actor) =>
      change(transaction, await take(transaction, actor), () => undefined),
    )
    return
  }
  await changeFiles(dependencies, [], async (transaction, removeFile) =>
    change(transaction, await take(transaction, caller), removeFile),
  )
}

/** Records the deletion and hands over the files. */
async function erase(
  transaction: Db,
  { recorder }: ContentDependencies,
  {
    kind,
    id,
    label,
    row,
    removeFile,
  }: TrashAddress<ErasableKind> & TakenRecord & { removeFile: (path: string) => void },
): Promise<void> {
  for (const path of filesOf(kind, row)) removeFile(path)
  const target = await KIND_RULES[kind]?.historyOf(transaction, row)
  const entry = target ?? entryAbout({ kind, id, label })
  await recorder.record(transaction, { action: `${kind}.erased`, ...entry })
}

function entryAbout({ kind, id, label }: TrashAddress<ErasableKind> & { label: string }): Omit<HistoryEntry, 'action'> {
  // The history omits who sent a message.
  return { recordKind: kind, recordId: id, details: kind === 'message' ? {} : { label } }
}

/** Throws 409 if another account has the name by now, and badRequest() for an invalid new name. */
async function renamed(transaction: Db, row: RecordRow, requested: string | undefined): Promise<RecordRow> {
  const old = String(row.username)
  if (requested === undefined || requested === old) {
    await assertUsernameIsFree(transaction, old)
    return { ...row }
  }
  const username = readUsername(requested)
  await assertUsernameIsFree(transaction, username)
  return { ...row, username, username_key: usernameKey(username) }
}

export function notInTrash(): HttpError {
  return notFound(localised('This is no longer in the trash: it was restored or deleted for good meanwhile.'))
}
