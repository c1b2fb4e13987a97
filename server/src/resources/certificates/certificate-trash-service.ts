import { findSurvivor } from '../donors/donor-merge-store.ts'
import { lockDonors } from '../donors/donor-store.ts'
import type { RecordRow } from '../trash/trash-store.ts'
import { trashedRecords } from '../trash/trashed-record-service.ts'
import { assertNumberIsFree, certificateHistory } from './certificate-donor-service.ts'

export const trashedCertificates = trashedRecords({
  kind: 'certificate',
  table: 'donor_certificates',
  files: ['path'],
  async prepareRestoration(transaction, row) {
    const certificate = certificateIn(row)
    await lockDonors(transaction)
    const donor = await findSurvivor(transaction, certificate.donor_id)
    await assertNumberIsFree(transaction, certificate, donor.id)
    return row
  },
  async historyOf(transaction, row) {
    const certificate = certificateIn(row)
    return certificateHistory(certificate, await findSurvivor(transaction, certificate.donor_id))
  },
})

function certificateIn({ id, donor_id, year, number }: RecordRow) {
  return { id: String(id), donor_id: String(donor_id), year: String(year), number: String(number) }
}
