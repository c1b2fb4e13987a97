import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { assertVersion, type HttpError } from '../../errors.ts'
import type { Recorder } from '../history/history-service.ts'
import type { trashedRecords } from './trashed-record-service.ts'

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
