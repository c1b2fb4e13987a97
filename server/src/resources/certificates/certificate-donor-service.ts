import type { Db } from '../../db/schema.ts'
import { findSurvivor, listMergedIds } from '../donors/donor-merge-store.ts'
import { numberTaken } from './certificate-form.ts'
import { type CertificateRow, hasNumber } from './certificate-store.ts'

/**
 * Where the history keeps what happens to a certificate: with the donor on whose page it is. A merge
 * or its undoing changes that donor later, so the details name the certificate and its own record.
 */
export async function certificateHistory(
  db: Db,
  { id, donor_id }: Pick<CertificateRow, 'id' | 'donor_id'>,
): Promise<{ recordKind: 'donor'; recordId: string; details: { certificateId: string; donorId: string } }> {
  const survivor = await findSurvivor(db, donor_id)
  return { recordKind: 'donor', recordId: survivor.id, details: { certificateId: id, donorId: donor_id } }
}

/**
 * Throws 409 if the donor, or a record merged into it, has a certificate of the year with the number.
 * The caller holds `lockDonors`.
 */
export async function assertNumberIsFree(
  transaction: Db,
  { donor_id, year, number }: Pick<CertificateRow, 'donor_id' | 'year' | 'number'>,
): Promise<void> {
  if (number === '') return
  const survivor = await findSurvivor(transaction, donor_id)
  const donorIds = await listMergedIds(transaction, survivor.id)
  if (await hasNumber(transaction, { donorIds, year, number })) throw numberTaken({ year, number })
}
