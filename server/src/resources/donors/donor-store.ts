import { fieldNames } from '@sevadesk/contract/base/record-fields.ts'
import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Selectable } from 'kysely'
import { chunksOf } from '../../db/chunks.ts'
import { fromColumns, toColumns } from '../../db/columns.ts'
import type { Db, Tables } from '../../db/db.ts'
import { lockUntilCommit } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { emailKey } from '../../text/email.ts'
import { phoneKey } from '../../text/phone.ts'
import { donorSearchColumns } from './donor-columns.ts'
import { type DonorFields, fieldsOf, type StoredDonor } from './donor-form.ts'

const UNEDITED = ['id', 'consentAt', 'source', 'mergedInto', 'createdAt', 'updatedAt', 'version'] as const
const COLUMNS = [...fieldNames(DONOR_FIELDS), ...UNEDITED]

/**
 * Holds a lock until the transaction ends, so that two gifts of one new donor do not add two. Call
 * it before any other change of donors, and after locking the donation.
 */
export async function lockDonors(transaction: Db): Promise<void> {
  await lockUntilCommit(transaction, 'donors')
}

/** Returns the donors with these ids, in this order; merged ones too. */
export async function findDonors(db: Db, ids: readonly string[]): Promise<StoredDonor[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('donors').selectAll().where('id', 'in', ids).execute()
  const contacts = await db
    .selectFrom('donor_contacts')
    .selectAll()
    .where('donor_id', 'in', ids)
    .orderBy('position')
    .execute()
  const members = await db
    .selectFrom('donor_members')
    .selectAll()
    .where('donor_id', 'in', ids)
    .orderBy('position')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toDonor(row, contacts, members)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findDonor(db: Db, id: string): Promise<StoredDonor | undefined> {
  return (await findDonors(db, [id]))[0]
}

function toDonor(
  row: Selectable<Tables['donors']>,
  contacts: readonly Tables['donor_contacts'][],
  members: readonly Tables['donor_members'][],
): StoredDonor {
  const contactsOf = (kind: 'phone' | 'email') =>
    contacts.filter((contact) => contact.donor_id === row.id && contact.kind === kind).map(({ text }) => text)
  return {
    ...fromColumns(row, COLUMNS),
    otherNames: JSON.parse(row.other_names),
    phones: contactsOf('phone'),
    emails: contactsOf('email'),
    members: members
      .filter((member) => member.donor_id === row.id)
      .map(({ id, name, pan, share }) => ({ id, name, pan, share })),
  }
}

/** Returns the donors with these PANs, merged ones too. */
export async function findPans(db: Db, pans: readonly string[]): Promise<StoredDonor[]> {
  if (pans.length === 0) return []
  const rows = await db.selectFrom('donors').select('id').where('pan', 'in', pans).orderBy('n').execute()
  return findDonors(
    db,
    rows.map(({ id }) => id),
  )
}

/** Returns the donors that are not merged and have one of these keys, the oldest first. */
export async function findByContact(db: Db, kind: 'phone' | 'email', keys: readonly string[]): Promise<StoredDonor[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('donors')
    .select('donors.id')
    .where('merged_into', 'is', null)
    .where('donors.id', 'in', (contacts) =>
      contacts.selectFrom('donor_contacts').select('donor_id').where('kind', '=', kind).where('key', 'in', keys),
    )
    .orderBy('n')
    .execute()
  return findDonors(
    db,
    rows.map(({ id }) => id),
  )
}

/** Returns other donors with the same phone or e-mail, unless both have a PAN. */
export async function findAlike(db: Db, donor: StoredDonor, kind: 'phone' | 'email'): Promise<StoredDonor[]> {
  const keys = contactsOf(donor).flatMap((contact) => (contact.kind === kind && contact.key !== '' ? contact.key : []))
  const others = await findByContact(db, kind, keys)
  return others.filter(({ id, pan }) => id !== donor.id && (pan === null || donor.pan === null))
}

/** Returns the donor that is not merged and has the PAN. */
export async function findByPan(db: Db, pan: string): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('donors')
    .select(['id', 'name'])
    .where('pan', '=', pan)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
}

export async function insertDonors(transaction: Db, donors: readonly StoredDonor[]): Promise<void> {
  for (const chunk of chunksOf(donors)) {
    const rows = chunk.map((donor) => ({ id: donor.id, ...rowOf(donor), source: donor.source, ...timesOf(donor) }))
    await transaction.insertInto('donors').values(rows).execute()
  }
  await insertLists(transaction, donors)
}

/** Replaces all fields, and increases the version. */
export async function updateDonor(transaction: Db, id: string, fields: DonorFields): Promise<StoredDonor> {
  await transaction
    .updateTable('donors')
    .set((column) => ({
      ...rowOf(fields),
      version: column('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await transaction.deleteFrom('donor_contacts').where('donor_id', '=', id).execute()
  await transaction.deleteFrom('donor_members').where('donor_id', '=', id).execute()
  await insertLists(transaction, [{ ...fields, id }])
  return getDonor(transaction, id)
}

export async function getDonor(db: Db, id: string): Promise<StoredDonor> {
  const donor = await findDonor(db, id)
  if (!donor) throw new Error(`There is no donor ${id}.`)
  return donor
}

/** `survivor` is null to undo a merge. */
export async function updateMergedInto(transaction: Db, id: string, survivor: string | null): Promise<void> {
  await transaction
    .updateTable('donors')
    .set((column) => ({
      merged_into: survivor,
      version: column('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .execute()
}

function rowOf(donor: DonorFields) {
  const { otherNames, phones, emails, members, ...fields } = fieldsOf(donor)
  return { ...toColumns(fields), other_names: JSON.stringify(otherNames), ...donorSearchColumns(donor) }
}

function timesOf({ createdAt, updatedAt }: StoredDonor) {
  return { created_at: createdAt, updated_at: updatedAt }
}

/** Updates the keys of phones and e-mails. Returns whether one has changed. */
export async function renewContacts(transaction: Db, donor: StoredDonor): Promise<boolean> {
  const stored = transaction.selectFrom('donor_contacts').select('key').where('donor_id', '=', donor.id)
  const before = await stored.orderBy('kind', 'desc').orderBy('position').execute()
  const contacts = contactsOf(donor)
  if (contacts.every(({ key }, at) => key === before[at]?.key)) return false
  await transaction.deleteFrom('donor_contacts').where('donor_id', '=', donor.id).execute()
  await transaction.insertInto('donor_contacts').values(contacts).execute()
  return true
}

function contactsOf({ id: donor_id, phones, emails }: Pick<StoredDonor, 'id' | 'phones' | 'emails'>) {
  return [
    ...phones.map((text, position) => ({ donor_id, kind: 'phone' as const, position, text, key: phoneKey(text) })),
    ...emails.map((text, position) => ({ donor_id, kind: 'email' as const, position, text, key: emailKey(text) })),
  ]
}

type ListOwner = Pick<StoredDonor, 'id' | 'phones' | 'emails' | 'members'>

async function insertLists(transaction: Db, donors: readonly ListOwner[]): Promise<void> {
  const contacts = donors.flatMap(contactsOf)
  for (const chunk of chunksOf(contacts)) await transaction.insertInto('donor_contacts').values(chunk).execute()
  const members = donors.flatMap(({ id: donor_id, members }) =>
    members.map(({ id, ...member }, position) => ({ id: id || newId(), donor_id, position, ...member })),
  )
  for (const chunk of chunksOf(members)) await transaction.insertInto('donor_members').values(chunk).execute()
}
