import type { Account } from '@sevadesk/contract/accounts/account-rights.ts'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import { type ErasableKind, restorableKinds } from '@sevadesk/contract/records/trash.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { assertVersion, type HttpError, notFound } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { Caller } from '../accounts/admin-service.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import type { DeletedRecords } from './trash-store.ts'
import * as store from './trash-store.ts'

export type TrashCaller = Account & Caller

/** Restored gifts that were entered by hand get receipts. */
export type RestoreDependencies = ContentDependencies & ReceiptDependencies

/** What the trash does with the deleted records of a kind. Each kind's own folder defines it. */
export interface TrashedKind {
  /** Selects what the caller may restore. */
  select(db: Db, caller: TrashCaller): Promise<DeletedRecords>
  /** Restores a record at its old place. Throws notFound(), and 409 if something else takes that place. */
  restore(dependencies: RestoreDependencies, caller: TrashCaller, id: string, username?: string): Promise<void>
}

/** A kind whose records can be deleted for good. */
interface ErasableRecords extends TrashedKind {
  /** Deletes a record with its files for good. Throws notFound(). */
  erase(dependencies: ContentDependencies, caller: TrashCaller, id: string): Promise<void>
  /** Deletes it in the server's own name, when its days are over. Ignores a record that is no longer in the trash. */
  eraseOverdue(dependencies: ContentDependencies, id: string): Promise<void>
  /** Returns the path of its picture. Throws notFound() if it has none, or the caller may not restore it. */
  findPicture(db: Db, caller: TrashCaller, id: string): Promise<string>
}

export type TrashedKinds = Readonly<Record<ErasableKind, ErasableRecords> & { donation: TrashedKind }>

type HistoryTarget = Omit<HistoryEntry, 'action'>

type RemoveFile = (path: string) => void
type ActorChange = (transaction: Db, actor: Account, removeFile: RemoveFile) => Promise<void>
/** Changes a record that was taken from the trash. */
type Change = (transaction: Db, record: TakenRecord, removeFile: RemoveFile) => Promise<void>

interface TakenRecord {
  label: string
  row: store.RecordRow
}

/** What a kind of record, whose deleted rows the table `trash` holds, does in its own way. */
interface RecordRules extends store.RecordTable {
  /** Which records the caller may restore. Default: all of the kind. */
  selectRestorable?(db: Db, caller: TrashCaller): Promise<store.Selection>
  /** Whether a holder of the kind's section may restore the record, or delete it for good. Default: yes. */
  mayRestore?(caller: Account, row: store.RecordRow): boolean
  /** Calls `change` in a transaction, with the rights that the change needs. Default: the caller's. */
  runChange?(dependencies: ContentDependencies, caller: TrashCaller, change: ActorChange): Promise<void>
  /** Returns the row to insert. Throws 409 if it must not stand beside what was added since. */
  prepareRestoration?(transaction: Db, row: store.RecordRow, username?: string): Promise<store.RecordRow>
  /** Returns the record to whose history an entry belongs, and its details. Default: itself with its label. */
  historyOf?(transaction: Db, row: store.RecordRow): Promise<HistoryTarget>
}

export function trashedRecords(rules: RecordRules) {
  const { kind } = rules
  return {
    /**
     * Moves a record from its table to the trash. Its files stay. `label` is for a record that its own
     * row does not name. Returns false if not found.
     */
    move: (transaction: Db, id: string, recorder: Recorder, label?: string) =>
      store.moveToTrash(transaction, rules, id, recorder, label),
    select: async (db, caller) => store.selectTrashed(db, kind, await rules.selectRestorable?.(db, caller)),
    restore: (dependencies, caller, id, username) =>
      changeRecord(rules, dependencies, { caller, id }, async (transaction, { label, row }) => {
        const restored = { ...((await rules.prepareRestoration?.(transaction, row, username)) ?? row) }
        // A form that was opened before the deletion must not save unnoticed.
        if (typeof restored.version === 'number') restored.version += 1
        await store.insertRecord(transaction, rules.table, restored)
        const target = await historyOf(transaction, rules, { label, row: restored })
        await dependencies.recorder.record(transaction, { action: `${kind}.restored`, ...target })
      }),
    erase: (dependencies, caller, id) =>
      changeRecord(rules, dependencies, { caller, id }, eraseRecord(rules, dependencies)),
    eraseOverdue: (dependencies, id) =>
      changeFiles(dependencies, [], async (transaction, removeFile) => {
        const record = await takeRecord(transaction, rules, id)
        if (record) await eraseRecord(rules, dependencies)(transaction, record, removeFile)
      }),
    async findPicture(db, caller, id) {
      const record = await store.findInTrash(db, kind, id)
      if (!record?.picture_path || !mayRestore(rules, caller, JSON.parse(record.content))) throw notInTrash()
      return record.picture_path
    },
  } satisfies ErasableRecords & Record<string, unknown>
}

/**
 * Takes a record from the trash in the transaction of `change`. If several callers do so at once, only
 * one gets the record.
 */
async function changeRecord(
  rules: RecordRules,
  dependencies: ContentDependencies,
  { caller, id }: { caller: TrashCaller; id: string },
  change: Change,
): Promise<void> {
  const { runChange = changeWithFiles } = rules
  await runChange(dependencies, caller, async (transaction, actor, removeFile) => {
    const record = await takeRecord(transaction, rules, id)
    if (!record || !mayRestore(rules, actor, record.row)) throw notInTrash()
    await change(transaction, record, removeFile)
  })
}

async function changeWithFiles(
  dependencies: ContentDependencies,
  caller: TrashCaller,
  change: ActorChange,
): Promise<void> {
  await changeFiles(dependencies, [], (transaction, removeFile) => change(transaction, caller, removeFile))
}

async function takeRecord(transaction: Db, { kind }: RecordRules, id: string): Promise<TakenRecord | undefined> {
  const record = await store.takeFromTrash(transaction, kind, id)
  return record && { label: record.label, row: JSON.parse(record.content) }
}

/** Records the deletion and hands over the files. */
function eraseRecord(rules: RecordRules, { recorder }: ContentDependencies): Change {
  return async (transaction, record, removeFile) => {
    for (const path of store.filesOf(rules, record.row)) removeFile(path)
    const target = await historyOf(transaction, rules, record)
    await recorder.record(transaction, { action: `${rules.kind}.erased`, ...target })
  }
}

async function historyOf(transaction: Db, rules: RecordRules, { label, row }: TakenRecord): Promise<HistoryTarget> {
  if (rules.historyOf) return rules.historyOf(transaction, row)
  return { recordKind: rules.kind, recordId: String(row.id), details: { label } }
}

function mayRestore({ kind, mayRestore: isAllowed }: RecordRules, caller: Account, row: store.RecordRow): boolean {
  return restorableKinds(caller).includes(kind) && (isAllowed?.(caller, row) ?? true)
}

export function notInTrash(): HttpError {
  return notFound(localised('This is no longer in the trash: it was restored or deleted for good meanwhile.'))
}

interface ContentRules<Stored, Address> {
  kind: 'photo' | 'home-video' | 'event'
  /** With `isLocked`, locks the row until the transaction ends. */
  find(db: Db, address: Address, isLocked?: boolean): Promise<Stored | undefined>
  /** The fields that the history shows. */
  fieldsOf(stored: Stored): Record<string, unknown>
  noSuch(): HttpError
  trash: Pick<ReturnType<typeof trashedRecords>, 'move'>
}

/** What records with a file, a version, a history and a trash have in common. */
export function contentRecord<Stored extends { _id: string; version?: number }, Address extends { id: string }>({
  kind,
  find,
  fieldsOf,
  noSuch,
  trash,
}: ContentRules<Stored, Address>) {
  /** Throws notFound(), and 412 if the record has another version than expected. */
  async function get(
    db: Db,
    address: Address,
    { expectedVersion, isLocked }: { expectedVersion?: string | undefined; isLocked?: boolean } = {},
  ): Promise<Stored> {
    const stored = isId(address.id) && (await find(db, address, isLocked))
    if (!stored) throw noSuch()
    assertVersion(expectedVersion, stored)
    return stored
  }

  async function record(
    transaction: Db,
    recorder: Recorder,
    action: HistoryAction,
    { before, after }: { before?: Stored; after?: Stored },
  ): Promise<void> {
    await recorder.record(transaction, {
      action,
      recordKind: kind,
      recordId: (after ?? before)?._id ?? '',
      ...(before && { before: fieldsOf(before) }),
      ...(after && { after: fieldsOf(after) }),
    })
  }

  /** Moves the record to the trash. Throws notFound(). */
  async function remove({ db, recorder }: { db: Db; recorder: Recorder }, address: Address): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const before = await get(transaction, address, { isLocked: true })
      await trash.move(transaction, address.id, recorder)
      await record(transaction, recorder, `${kind}.deleted`, { before })
    })
  }

  return { get, record, remove }
}
