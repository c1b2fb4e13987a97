import { normaliseCertificateNumber } from '@sevadesk/contract/donors/certificate-number.ts'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'

export type CertificateRow = Selectable<Tables['donor_certificates']>

/** The newest year first, in a year the last added first. */
export async function listCertificates(db: Db, donorIds: readonly string[]): Promise<CertificateRow[]> {
  return db
    .selectFrom('donor_certificates')
    .selectAll()
    .where('donor_id', 'in', donorIds)
    .orderBy('year', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findCertificate(db: Db, id: string): Promise<CertificateRow | undefined> {
  return db.selectFrom('donor_certificates').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function hasNumber(
  db: Db,
  { donorIds, year, number }: { donorIds: readonly string[]; year: string; number: string },
): Promise<boolean> {
  const ofYear = db.selectFrom('donor_certificates').select('number').where('donor_id', 'in', donorIds)
  const rows = await ofYear.where('year', '=', year).execute()
  // Earlier versions stored other dashes and digits.
  return rows.some((row) => normaliseCertificateNumber(row.number) === normaliseCertificateNumber(number))
}

export async function insertCertificate(transaction: Db, row: CertificateRow): Promise<void> {
  await transaction.insertInto('donor_certificates').values(row).execute()
}
