import { Readable } from 'node:stream'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { zonedDateTime } from '@sevadesk/contract/base/zoned-time.ts'
import type { Certificate } from '@sevadesk/contract/donors/certificate-schemas.ts'
import { isId, newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import type { Media, StagedFile } from '../../media/media.ts'
import { certificateName, type Trust } from '../../trust/trust-settings.ts'
import { findSurvivor, listMergedIds } from '../donors/donor-merge-store.ts'
import { noSuchDonor } from '../donors/donor-sentences.ts'
import { findUnmerged } from '../donors/donor-service.ts'
import { findDonor, lockDonors } from '../donors/donor-store.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import type { RecordRow } from '../trash/trash-store.ts'
import { trashedRecords } from '../trash/trashed-record-service.ts'
import { type CertificateFields, fileMissing, noSuchCertificate, numberTaken } from './certificate-form.ts'
import * as store from './certificate-store.ts'
import { type CertificateRow, hasNumber } from './certificate-store.ts'

/** What a certificate is called depends on the settings, and on the language of the caller. */
interface Naming {
  trust: Trust
  language: Language
}

/** The certificates of a donor and of the records merged into it. Throws notFound(). */
export async function listCertificates(db: Db, donorId: string, naming: Naming): Promise<Certificate[]> {
  if (!isId(donorId) || !(await findDonor(db, donorId))) throw noSuchDonor()
  const rows = await store.listCertificates(db, await listMergedIds(db, donorId))
  return rows.map((row) => toCertificate(row, naming))
}

/** Checks before a file is received. Throws notFound(), and 409 if it was merged. */
export async function assertAccepts(db: Db, donorId: string): Promise<void> {
  if (!isId(donorId)) throw noSuchDonor()
  await findUnmerged(db, donorId)
}

/**
 * Throws notFound(), and 409 if the donor was merged or has a certificate of the year with the
 * number.
 */
export async function addCertificate(
  dependencies: ContentDependencies,
  { donorId, fields, file }: { donorId: string; fields: CertificateFields; file: StagedFile },
  naming: Naming,
): Promise<Certificate> {
  const { recorder } = dependencies
  return changeFiles(dependencies, [file], async (transaction) => {
    await lockDonors(transaction)
    const donor = await findUnmerged(transaction, donorId)
    await assertNumberIsFree(transaction, fields, donorId)
    const row: store.CertificateRow = {
      id: newId(),
      donor_id: donorId,
      ...fields,
      path: file.path,
      bytes: file.bytes,
      added_by: recorder.actor?.username ?? null,
      created_at: new Date().toISOString(),
    }
    await store.insertCertificate(transaction, row)
    await recorder.record(transaction, { action: 'certificate.added', ...certificateHistory(row, donor) })
    return toCertificate(row, naming)
  })
}

/** Moves the certificate to the trash. Throws notFound(). */
export async function deleteCertificate(
  { db, recorder, timeZone }: { db: Db; recorder: Recorder; timeZone: string },
  id: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await store.findCertificate(transaction, id)
    if (!row) throw noSuchCertificate()
    const donor = await findSurvivor(transaction, row.donor_id)
    const added = zonedDateTime(row.created_at, timeZone).slice(0, 'YYYY-MM-DD HH:mm'.length)
    const label = [donor.name, row.year, row.number || added].filter(Boolean).join(' – ')
    // Another call may have deleted it meanwhile.
    if (!(await trashedCertificates.move(transaction, id, recorder, label))) throw noSuchCertificate()
    await recorder.record(transaction, { action: 'certificate.deleted', ...certificateHistory(row, donor) })
  })
}

/**
 * Returns the file and the name of its donor. Records the download, since the file shows a whole PAN.
 * Throws notFound().
 */
export async function openCertificate(
  { db, media, recorder }: { db: Db; media: Media; recorder: Recorder },
  id: string,
): Promise<{ row: store.CertificateRow; donorName: string; content: Readable }> {
  const row = await store.findCertificate(db, id)
  if (!row) throw noSuchCertificate()
  // A stream that fails after the headers would cut the response.
  if (!(await media.exists(row.path))) throw fileMissing()
  const donorName = await db.transaction().execute(async (transaction) => {
    const donor = await findSurvivor(transaction, row.donor_id)
    await recorder.record(transaction, { action: 'certificate.downloaded', ...certificateHistory(row, donor) })
    return donor.name
  })
  return { row, donorName, content: Readable.from(media.read(row.path)) }
}

function toCertificate(row: store.CertificateRow, { trust, language }: Naming): Certificate {
  return {
    _id: row.id,
    year: row.year,
    name: certificateName(trust, row.year)?.(language) ?? null,
    number: row.number,
    bytes: row.bytes,
    addedBy: row.added_by,
    createdAt: row.created_at,
  }
}

/**
 * Returns the donor to whose history an entry belongs, and the details of the entry. `donor` is the
 * one on whose page the certificate is listed. A merge or its undoing changes that donor later, so the
 * details name the certificate and its own record.
 */
function certificateHistory(
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
async function assertNumberIsFree(
  transaction: Db,
  { year, number }: CertificateFields,
  donorId: string,
): Promise<void> {
  if (number === '') return
  const donorIds = await listMergedIds(transaction, donorId)
  if (await hasNumber(transaction, { donorIds, year, number })) throw numberTaken({ year, number })
}

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
