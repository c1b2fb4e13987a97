import type { Db, Tables } from '../db/db.ts'
import { type DerivedDonationColumns, derivedDonationColumns } from '../db/donation-columns.ts'
import type { GeneratedDonationColumn } from '../db/donation-schema.ts'
import { newId } from '../db/id.ts'
import { usernameKey } from '../resources/accounts/username-rules.ts'
import { EMPTY_DONOR, type StoredDonor } from '../resources/donors/donor-form.ts'
import { insertDonors } from '../resources/donors/donor-store.ts'

type Row<Name extends keyof Tables> = Tables[Name]

/** Without what the database computes, and what a database of an earlier version lacks. */
type NewAdmin = Omit<Row<'admins'>, 'version' | 'donation_rights'>
export type AdminRow = NewAdmin & { donation_rights: string | null }
type EventRow = Omit<Row<'events'>, 'version'>

let made = 0

/** Inserts a row with the given fields and generated defaults, and returns it. */
export async function buildAdmin(
  db: Db,
  { sections = [], ...given }: Partial<Omit<NewAdmin, 'sections'>> & { sections?: readonly string[] } = {},
): Promise<AdminRow> {
  made += 1
  const username = given.username ?? `person-${made}`
  const now = new Date().toISOString()
  const row: NewAdmin = {
    id: newId(),
    username,
    username_key: usernameKey(username),
    email: `${made}@example.org`,
    role: 'admin',
    sections: JSON.stringify(sections),
    password_hash: 'none',
    must_change_password: 0,
    language: null,
    created_at: now,
    updated_at: now,
    ...given,
  }
  await db.insertInto('admins').values(row).execute()
  return { ...row, donation_rights: null }
}

/** A donation without the columns that the database or `derivedDonationColumns` computes. */
export type DonationRow = Omit<Row<'donations'>, GeneratedDonationColumn | keyof DerivedDonationColumns>

export const TEST_TIME_ZONE = 'Asia/Kolkata'

export async function buildDonation(
  db: Db,
  given: Partial<DonationRow> = {},
  timeZone = TEST_TIME_ZONE,
): Promise<DonationRow> {
  made += 1
  const now = new Date().toISOString()
  const row: DonationRow = {
    ...{ id: newId(), donor_name: `Donor ${made}`, donor_email: `donor-${made}@example.org`, donor_phone: null },
    ...{ donor_address: null, donor_pan: null, donor_citizenship: null, donor_id: null },
    ...{ amount: 50_000, currency: 'INR', purpose: 'Gau Seva' },
    ...{ purpose_id: null, institution_id: null, donation_type: null },
    ...{ status: 'captured', order_id: `order_${made}`, payment_id: `pay_${made}`, payment_method: null },
    ...{ captured_at: null, refunded_amount: null, fee: null, fee_tax: null, held_payment_id: null },
    ...{ settlement_id: null, settlement_utr: null, settled_at: null, lost_amount: null, lost_at: null },
    ...{ receipt_token: null, receipt_expires_at: null, receipt_number: null },
    ...{ created_at: now, updated_at: now, deleted_at: null, deleted_by: null, deleted_by_id: null },
    ...given,
  }
  const { deleted_by, deleted_by_id, donor_id, purpose_id, institution_id, donation_type, ...others } = row
  const { fee, fee_tax, settlement_id, settlement_utr, settled_at, donor_citizenship, ...rest } = others
  const { lost_amount, lost_at, ...columns } = rest
  const later = {
    ...{ deleted_by, deleted_by_id, donor_id, purpose_id, institution_id, donation_type },
    ...{ fee, fee_tax, settlement_id, settlement_utr, settled_at, donor_citizenship, lost_amount, lost_at },
  }
  // Earlier schemas, which tests of migrations use, lack these columns.
  const present = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null))
  await db
    .insertInto('donations')
    .values({ ...columns, ...present, ...derivedDonationColumns(row, timeZone) })
    .execute()
  return row
}

/** Updates a donation and the columns that derive from it. */
export async function updateDonation(db: Db, id: string, values: Partial<DonationRow>): Promise<void> {
  const row = await db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  await db
    .updateTable('donations')
    .set({ ...values, ...derivedDonationColumns({ ...row, ...values }, TEST_TIME_ZONE) })
    .where('id', '=', id)
    .execute()
}

/** A donor who is a person, without contacts unless given. */
export async function buildDonor(db: Db, given: Partial<StoredDonor> = {}): Promise<StoredDonor> {
  made += 1
  const now = new Date().toISOString()
  const donor: StoredDonor = {
    ...EMPTY_DONOR,
    id: newId(),
    kind: 'person',
    name: `Donor ${made}`,
    source: 'panel',
    mergedInto: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    ...given,
  }
  await insertDonors(db, [donor])
  return donor
}

export async function buildEvent(db: Db, given: Partial<EventRow> = {}): Promise<EventRow> {
  made += 1
  const row: EventRow = {
    id: newId(),
    title: `Event ${made}`,
    description: '',
    image_path: null,
    starts_at: null,
    ends_at: null,
    venue: '',
    created_at: new Date().toISOString(),
    ...given,
  }
  await db.insertInto('events').values(row).execute()
  return row
}

type InstitutionRow = Omit<Row<'institutions'>, 'version'>
type PurposeRow = Omit<Row<'purposes'>, 'version'>

export async function buildInstitution(db: Db, given: Partial<InstitutionRow> = {}): Promise<InstitutionRow> {
  const row = { ...entryRow('Institution', 'संस्था'), ...given }
  await db.insertInto('institutions').values(row).execute()
  return row
}

export async function buildPurpose(db: Db, given: Partial<PurposeRow> = {}): Promise<PurposeRow> {
  const row: PurposeRow = {
    ...entryRow('Purpose', 'उद्देश्य'),
    institution_id: null,
    donation_type: 'general',
    ...given,
  }
  await db.insertInto('purposes').values(row).execute()
  return row
}

function entryRow(en: string, hi: string): InstitutionRow {
  made += 1
  return {
    id: newId(),
    name_en: `${en} ${made}`,
    name_hi: `${hi} ${made}`,
    retired_at: null,
    position: made,
    created_at: new Date().toISOString(),
  }
}
