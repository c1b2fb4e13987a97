import type { ErasableKind } from '@sevadesk/contract/records/trash.ts'
import type { Db } from '../../db/schema.ts'
import { assertNumberIsFree, certificateHistory } from '../certificates/certificate-donor-service.ts'
import { findSurvivor } from '../donors/donor-merge-store.ts'
import { lockDonors } from '../donors/donor-store.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import type { RecordRow } from './trashed-records.ts'

type HistoryTarget = Omit<HistoryEntry, 'action'>

interface KindRules {
  /** Returns the record to whose history an entry belongs, and its details. Default: the record itself. */
  historyOf(transaction: Db, row: RecordRow): Promise<HistoryTarget>
  /** Does the same, and throws 409 if the record must not stand beside what was added since. */
  prepareRestoration(transaction: Db, row: RecordRow): Promise<HistoryTarget>
}

/** Rules of kinds that depend on other records. */
export const KIND_RULES: Readonly<Partial<Record<ErasableKind, KindRules>>> = {
  certificate: {
    async historyOf(transaction, row) {
      const certificate = certificateIn(row)
      return certificateHistory(certificate, await findSurvivor(transaction, certificate.donor_id))
    },
    async prepareRestoration(transaction, row) {
      const certificate = certificateIn(row)
      await lockDonors(transaction)
      const donor = await findSurvivor(transaction, certificate.donor_id)
      await assertNumberIsFree(transaction, certificate, donor.id)
      return certificateHistory(certificate, donor)
    },
  },
}

function certificateIn({ id, donor_id, year, number }: RecordRow) {
  return { id: String(id), donor_id: String(donor_id), year: String(year), number: String(number) }
}
