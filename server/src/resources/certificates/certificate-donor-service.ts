import type { Db } from '../../db/schema.ts'
import { listMergedIds } from '../donors/donor-merge-store.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { type CertificateFields, numberTaken } from './certificate-form.ts'
import { type CertificateRow, hasNumber } from './certificate-store.ts'

/**
 * Returns the donor to whose history an entry belongs, and the details of the entry. `donor` is the
 * one on whose page the certificate is listed. A merge or its undoing changes that donor later, so the
 * details name the certificate and its own record.
 */
export function certificateHistory(
  { id, donor_id, year, number }: Pick<CertificateRow, 'id' | 'donor_id' | 'year' | 'number'>,
  donor: { id: string; name: string },
): Omit<HistoryEntry, 'action'> {
  const details = { donorName: donor.name, year, number, certificateId: id, donorId: donor_id }
  return { recordKind: 'donor', recordId: donor.id, details }
}

/**
 * Throws 409 if the donor, or a record merged into it, has a certificate of the year with the
 * number. The caller holds `lockDonors`.
 */
export async function assertNumberIsFree(
  transaction: Db,
  { year, number }: CertificateFields,
  donorId: string,
): Promise<void> {
  if (number === '') return
  const donorIds = await listMergedIds(transaction, donorId)
  if (await hasNumber(transaction, { donorIds, year, number })) throw numberTaken({ year, number })
}
