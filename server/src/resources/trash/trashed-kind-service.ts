import type { ErasableKind } from '@sevadesk/contract/records/trash.ts'
import type { Db } from '../../db/schema.ts'
import { assertNumberIsFree, certificateHistory } from '../certificates/certificate-donor-service.ts'
import { lockDonors } from '../donors/donor-store.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import type { RecordRow } from './trashed-records.ts'

interface KindRules {
  /** Where the history keeps the record's entries. Default: with the record itself. */
  history?(transaction: Db, row: RecordRow): Promise<Omit<HistoryEntry, 'action'>>
  /** Throws 409 if the record must not stand beside what was added since. */
  assertRestorable?(transaction: Db, row: RecordRow): Promise<void>
}

/** What of a kind in the trash depends on other records. */
export const KIND_RULES: Readonly<Partial<Record<ErasableKind, KindRules>>> = {
  certificate: {
    history: (transaction, row) => certificateHistory(transaction, certificateIn(row)),
    assertRestorable: async (transaction, row) => {
      await lockDonors(transaction)
      await assertNumberIsFree(transaction, certificateIn(row))
    },
  },
}

function certificateIn({ id, donor_id, year, number }: RecordRow) {
  return { id: String(id), donor_id: String(donor_id), year: String(year), number: String(number) }
}
