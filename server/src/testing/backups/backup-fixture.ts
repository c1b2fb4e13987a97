import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Insertable } from 'kysely'
import { type Db, readSnapshot, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { HEAD_FILE_NAME, loadKey } from '../../keys/key-file.ts'
import { encryptSecret } from '../../resources/accounts/second-step/stored-codes.ts'
import { COPIED_TABLES } from '../../resources/backups/backup-tables.ts'
import { listColumns, type Row, readRows } from '../../resources/backups/table-copy-store.ts'
import { updateMergedInto } from '../../resources/donors/donor-store.ts'
import { openHistory } from '../../resources/history/history-service.ts'
import { buildAdmin, buildDonation, buildDonor, buildEvent, buildInstitution, buildPurpose } from '../factories.ts'
import { placeFile } from '../files/stored-files.ts'

const AT = '2026-11-23T06:00:00.000Z'

/** Adds at least one row to every table that a backup copies, and their files. */
export async function fillEveryTable(db: Db, dataDir: string): Promise<void> {
  const insert = <Name extends keyof Tables>(table: Name, row: Insertable<Tables[Name]>) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute()
  const photo = await storeFile(dataDir, 'jpg')
  const poster_path = await storeFile(dataDir, 'webp')
  const { id: admin_id } = await buildAdmin(db, { username: 'मीरा', role: 'superadmin', sections: ['All'] })
  const step = { pending_secret: null, turned_on_at: AT, last_time_step: 59_000_000 }
  const twoStepKey = await loadKey(join(dataDir, 'keys'), 'two-step', { mayCreate: true })
  const secret = encryptSecret(twoStepKey, admin_id, Buffer.from('secret'))
  await insert('second_steps', { admin_id, secret, ...step })
  await insert('recovery_codes', { admin_id, code_hash: 'hash' })
  const browser = { user_agent: '', ip: '', created_at: AT, last_seen_at: AT, expires_at: '2099-01-01T00:00:00.000Z' }
  await insert('sessions', { id: newId(), token_hash: 'hash', admin_id, revoked_at: null, ...browser })
  const texts = { title: "Gau'shala", description: 'पहली पंक्ति\nSecond "line" \\ 😀', created_at: AT }
  await insert('photos', { id: newId(), section_name: 'School', path: photo, ...texts })
  await buildEvent(db, { title: '', image_path: await storeFile(dataDir, 'png'), starts_at: '2026-12-01' })
  await insert('home_videos', { id: newId(), path: await storeFile(dataDir, 'mp4'), poster_path, ...texts })
  await insert('pictures', { path: photo, width: 900, height: 600, widths: '[400]' })
  for (const format of ['avif', 'webp'])
    await placeFile(dataDir, photo.replace('.jpg', `-400.${format}`), randomBytes(50))
  const message = { name: 'Ravi', email: 'r@example.org', subject: '', message: 'नमस्ते' }
  await insert('messages', { id: newId(), ...message, created_at: AT })
  const path = await storeFile(dataDir, 'jpg')
  const trashed = { kind: 'photo', id: newId() } as const
  const deletion = { deleted_at: AT, deleted_by: 'मीरा', overdue_at: null }
  await insert('trash', { ...trashed, label: 'गाय', section: 'School', picture_path: path, content: '{}', ...deletion })
  await insert('trashed_files', { ...trashed, stem: path.replace('.jpg', ''), path })

  const contacts = { phones: ['+919876543210'], emails: ['asha@example.org'] }
  const members = [{ id: newId(), name: 'आशा', pan: 'ABCPE1234F', share: 10_000 }]
  const donor = await buildDonor(db, { name: 'आशा', pan: 'ABCHE1234F', ...contacts, members })
  const merged = await buildDonor(db, { mergedInto: donor.id })
  await updateMergedInto(db, merged.id, donor.id)
  const merge = { survivor_id: donor.id, merged_id: merged.id, merged_at: AT, content: '{}' }
  await insert('donor_merges', { id: newId(), ...merge })
  const duplicate = { other_key: 'name:ravi', other_id: null, other_name: 'Ravi', reason: 'name' as const }
  await insert('donor_duplicates', { id: newId(), donor_id: donor.id, ...duplicate, state: 'open', created_at: AT })
  const certificate = { year: '2025-26', number: 'AAATS1234F', added_by: 'मीरा', bytes: 300, created_at: AT }
  const pdf = await storeFile(dataDir, 'pdf')
  await insert('donor_certificates', { id: newId(), donor_id: merged.id, path: pdf, ...certificate })
  await buildDonation(db, { donor_id: donor.id })
  const { id: institution_id } = await buildInstitution(db)
  const { id: purpose_id } = await buildPurpose(db, { institution_id, donation_type: 'corpus', retired_at: AT })
  const mapping = { normalised_text: 'गौ सेवा', text: 'गौ  सेवा', purpose_id, updated_at: AT }
  await insert('purpose_mappings', mapping)
  await buildDonation(db, { purpose: 'गौ  सेवा', purpose_id, institution_id, donation_type: 'corpus' })
  const [paid, other] = [await buildDonation(db, { amount: 9_007_199_254_000_000 }), await buildDonation(db)]
  await buildDonation(db, { donor_name: null, donor_email: null, status: null, currency: 'USD', deleted_at: AT })
  const saved = { saved_at: AT, saved_by: 'मीरा', saved_by_id: admin_id }
  await insert('trust_settings', { version: 1, content: '{"name":"सेवा न्यास"}', ...saved })
  await insert('receipt_settings', { hash: 'h1', settings: '{"name":"न्यास"}' })
  await insert('receipt_series', { series: '2026-27', last_number: 3 })
  const receipt = { series: '2026-27', issued_at: AT, snapshot: '{}', settings_hash: 'h1' }
  const receipt_id = newId()
  await insert('receipts', { id: receipt_id, donation_id: paid.id, token: 'tok', number: 1, ...receipt })
  await insert('receipts', { id: newId(), donation_id: other.id, token: null, number: 3, ...receipt })
  await insert('receipt_cancellations', { receipt_id, cancelled_at: AT, reason: 'corrected', link_expires_at: AT })
  const slip_by = { created_at: AT, created_by: 'मीरा', created_by_id: admin_id }
  const slip = { id: newId(), deposited_on: '2026-11-23', slip_number: '12', bank_account: 'SBI', amount: 5 }
  await insert('deposit_slips', { ...slip, ...slip_by, cancelled_at: AT })
  const entered = { entered_at: AT, entered_by: 'मीरा', entered_by_id: admin_id }
  const leaf = { book_number: '4', leaf_number: '17' }
  const goods = { item: 'चावल', quantity: '20 kg' }
  await insert('offline_gifts', {
    ...{ donation_id: other.id, mode: 'cheque', received_on: '2026-11-23', donation_type: 'corpus', ...entered },
    ...{ direction_letter: 'अ-1', approval: 'A', instrument_number: '000123', bank: 'SBI', reference: 'r' },
    ...{ instrument_date: '2026-11-20', deposited_on: '2026-11-23', is_deposit_implied: 1, cleared_on: null },
    ...{ bounced_on: '2026-11-23', bounce_reason: 'x', deposit_slip_id: slip.id, estimated_value: 5 },
    ...{
      counted_by: 'रवि',
      collected_by: 'आशा',
      note: 'n',
      leaf_key: '4\n17',
      reference_key: '17',
      version: 3,
      ...leaf,
      ...goods,
    },
  })
  await insert('deposit_slip_gifts', { slip_id: slip.id, donation_id: other.id, mode: 'cheque', amount: 5 })
  const booked = { day: '2026-11-23', donation_id: other.id, kind: 'gift' as const, mode: 'cheque' as const }
  const receipt_of = { received_on: '2026-11-22', donor_name: 'आशा', receipt_number: 'SD/1', ...leaf }
  const paid_by = { reference: '000123', bank: 'SBI', amount: 5 }
  await insert('cash_book_entries', { id: newId(), ...booked, ...receipt_of, ...paid_by, ...goods, ...entered })
  await insert('cash_book_closings', { day: '2026-11-23', closed_at: AT, closed_by: 'मीरा', closed_by_id: admin_id })
  await insert('void_receipts', { series: '2026-27', number: 2, voided_at: AT })
  const donation_id = paid.id
  await insert('payment_events', { id: 'evt_1', donation_id, kind: 'payment.captured', received_at: AT })
  await insert('uncaptured_payments', { id: 'pay_x', donation_id, seen_at: AT })
  await insert('settlement_reads', { id: 1, read_until: '2026-11-22' })
  await insert('open_orders', { order_id: 'order_x', ordered_at: AT, due_at: AT })
  const held = { payment_id: 'pay_y', status: 'captured', held_at: AT, resolved_at: null, reason: null }
  await insert('held_payments', { ...held, donation_id, amount: 5, currency: 'INR' })
  const returned = { id: 'disp_1', payment_id: 'pay_1', status: 'lost' } as const
  await insert('payment_returns', { ...returned, amount: 5, reported_at: AT })
  const history = await openHistory(db, join(dataDir, 'keys'))
  await history.server.record(db, { action: 'donation.deleted', recordKind: 'donation', recordId: donation_id })
  const refusal = { action: 'session.refused' as const, admin_id, user_agent: '', count: 2 }
  const from = { network: '203.0.113.7', ip: '203.0.113.7' }
  await insert('refused_sign_ins', { minute: '2026-11-23T06:01', ...refusal, ...from })
  const job = { kind: 'make-variants', subject: poster_path, attempts: 1, due_at: AT, created_at: AT }
  await insert('jobs', { id: newId(), ...job, failed_at: AT })
  const call = { caller: admin_id, key: 'k', call: 'POST /event', content: '', response: '{}', created_at: AT }
  await insert('idempotency_keys', call)
}

/** Places a file of random bytes and returns its stored path. */
export async function storeFile(dataDir: string, extension: string, bytes = 300): Promise<string> {
  const name = randomBytes(16).toString('hex')
  const path = `/media/${name.slice(0, 2)}/${name.slice(2)}.${extension}`
  await placeFile(dataDir, path, randomBytes(bytes))
  return path
}

/**
 * All rows that a backup copies, and all files that belong to them, to compare two places. Leaves out
 * the head file of the history, which says when it was written.
 */
export async function contentOf(db: Db, dataDir: string): Promise<Record<string, unknown>> {
  const content = await readSnapshot(db, readTables)
  const stored = ['media', 'keys'].flatMap((folder) => filesIn(dataDir, folder))
  const files = stored.filter((file) => basename(file) !== HEAD_FILE_NAME)
  for (const file of files) content[file] = readFileSync(join(dataDir, file)).toString('base64')
  return content
}

/** Leaves out the last rows of the history, which must be those of as many restores. */
export function withoutRestores(
  { history, history_values, ...content }: Record<string, unknown>,
  restores: number,
): Record<string, unknown> {
  const [rows, values] = [history, history_values].map((list) => (Array.isArray(list) ? list : []))
  const added = rows?.slice(-restores).map(({ action }) => action) ?? []
  if (added.length !== restores || added.some((action) => action !== 'backup.restored'))
    throw new Error(`The history does not end with ${restores} restores, but with ${added}.`)
  return { ...content, history: rows?.slice(0, -restores), history_values: values?.slice(0, -restores) }
}

async function readTables(db: Db): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {}
  for (const table of [...COPIED_TABLES, 'sevadesk_migrations']) {
    const rows: Row[] = []
    const columns = (await listColumns(db, table)).sort((a, b) => (a.name < b.name ? -1 : 1))
    for await (const part of readRows(db, table, columns)) rows.push(...part.map((row) => ({ ...row })))
    content[table] = rows
  }
  return content
}

function filesIn(dataDir: string, folder: string): string[] {
  if (!existsSync(join(dataDir, folder))) return []
  const entries = readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name).slice(dataDir.length + 1) : [],
  )
}
