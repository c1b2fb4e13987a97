import type { Account } from '@sevadesk/contract/accounts/account-rights.ts'
import type { ErasableKind } from '@sevadesk/contract/records/trash.ts'
import type { Db } from '../../db/schema.ts'
import type { Caller } from '../accounts/account-change-service.ts'
import type { ContentDependencies } from '../media-files/pending-file-service.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import type { DeletedRecords } from './trash-store.ts'

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
export interface ErasableRecords extends TrashedKind {
  /** Deletes a record with its files for good. Throws notFound(). */
  erase(dependencies: ContentDependencies, caller: TrashCaller, id: string): Promise<void>
  /** Deletes it in the server's own name, when its days are over. Ignores a record that is no longer in the trash. */
  eraseOverdue(dependencies: ContentDependencies, id: string): Promise<void>
  /** Returns the path of its picture. Throws notFound() if it has none, or the caller may not restore it. */
  findPicture(db: Db, caller: TrashCaller, id: string): Promise<string>
}

export type TrashedKinds = Readonly<Record<ErasableKind, ErasableRecords> & { donation: TrashedKind }>
