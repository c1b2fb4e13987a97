import type { Admin, AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { DONATION_RIGHTS, type DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import type { Selectable } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { endTrustOfAccount } from './sign-in/trusted-device-store.ts'
import { usernameKey } from './username-rules.ts'

export interface NewAdmin {
  username: string
  email: string
  role: AdminRole
  sections: readonly string[]
  donationRights?: readonly DonationRight[] | undefined
  passwordHash: string
  mustChangePassword: boolean
}

export type AdminFields = Pick<Admin, 'username' | 'email' | 'role' | 'sections' | 'donationRights'>

export interface AdminSecret {
  id: string
  username: string
  passwordHash: string
}

export async function insertAdmin(db: Db, admin: NewAdmin): Promise<string> {
  const id = newId()
  const now = new Date().toISOString()
  await db
    .insertInto('admins')
    .values({
      id,
      username: admin.username,
      username_key: usernameKey(admin.username),
      email: admin.email,
      role: admin.role,
      sections: JSON.stringify(admin.sections),
      donation_rights: admin.donationRights ? JSON.stringify(admin.donationRights) : null,
      password_hash: admin.passwordHash,
      must_change_password: admin.mustChangePassword ? 1 : 0,
      language: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Lists accounts of role admin, newest first (specification, section 6). */
export async function listAdmins(db: Db): Promise<Admin[]> {
  return listOfRole(db, 'admin')
}

/** Lists all superadmins, newest first. */
export async function listSuperadmins(db: Db): Promise<Admin[]> {
  return listOfRole(db, 'superadmin')
}

async function listOfRole(db: Db, role: AdminRole): Promise<Admin[]> {
  const rows = await db
    .selectFrom('admins')
    .selectAll()
    .where('role', '=', role)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toAdmin)
}

export async function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  const row = await db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAdmin(row)
}

/**
 * Waits for sign-ins to the account in progress, and holds back new ones until the transaction ends.
 * Call it before reading or deleting what a sign-in uses up, such as codes. Does nothing on SQLite,
 * which runs one writing transaction at a time.
 */
export async function lockOutSignIns(transaction: Db, id: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await transaction.selectFrom('admins').select('id').where('id', '=', id).forUpdate().execute()
}

/** Whether an account other than `exceptId` has the username in any spelling. */
export async function isUsernameTaken(db: Db, username: string, exceptId?: string): Promise<boolean> {
  let others = db.selectFrom('admins').select('id').where('username_key', '=', usernameKey(username))
  if (exceptId !== undefined) others = others.where('id', '!=', exceptId)
  return (await others.executeTakeFirst()) !== undefined
}

export async function listUsernames(db: Db, exceptId?: string): Promise<string[]> {
  const rows = await db.selectFrom('admins').select(['id', 'username']).execute()
  return rows.filter(({ id }) => id !== exceptId).map(({ username }) => username)
}

export async function updateAdmin(transaction: Db, id: string, fields: AdminFields): Promise<void> {
  await transaction
    .updateTable('admins')
    .set((column) => ({
      username: fields.username,
      username_key: usernameKey(fields.username),
      email: fields.email,
      role: fields.role,
      sections: JSON.stringify(fields.sections),
      donation_rights: fields.donationRights ? JSON.stringify(fields.donationRights) : null,
      updated_at: new Date().toISOString(),
      version: column('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function updateLanguage(db: Db, id: string, language: Language): Promise<void> {
  await db.updateTable('admins').set({ language }).where('id', '=', id).execute()
}

export async function superadminNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('admins')
    .select('username')
    .where('role', '=', 'superadmin')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ username }) => username)
}

export function countAllAdmins(db: Db): Promise<number> {
  return countRows(db.selectFrom('admins'))
}

export async function findAdminSecret(db: Db, username: string): Promise<AdminSecret | undefined> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'username', 'password_hash'])
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
  return row && { id: row.id, username: row.username, passwordHash: row.password_hash }
}

export async function findAdminSecretById(db: Db, id: string): Promise<AdminSecret | undefined> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'username', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id: row.id, username: row.username, passwordHash: row.password_hash }
}

/** Sets a password. Ends the trust in the account's devices. */
export async function setPassword(
  transaction: Db,
  id: string,
  { passwordHash, mustChangePassword }: Pick<NewAdmin, 'passwordHash' | 'mustChangePassword'>,
): Promise<void> {
  await transaction
    .updateTable('admins')
    .set({
      password_hash: passwordHash,
      must_change_password: mustChangePassword ? 1 : 0,
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await endTrustOfAccount(transaction, id)
}

/**
 * Changes the user's own password, and ends the trust in the account's devices. Returns false if
 * the hash has changed meanwhile.
 */
export async function changePassword(transaction: Db, previous: AdminSecret, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('admins')
    .set({ password_hash: passwordHash, must_change_password: 0, updated_at: new Date().toISOString() })
    .where('id', '=', previous.id)
    .where('password_hash', '=', previous.passwordHash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endTrustOfAccount(transaction, previous.id)
  return true
}

/** Stores a new hash of the same password, unless the password has changed meanwhile. */
export async function replacePasswordHash(db: Db, secret: AdminSecret, passwordHash: string): Promise<void> {
  await db
    .updateTable('admins')
    .set({ password_hash: passwordHash })
    .where('id', '=', secret.id)
    .where('password_hash', '=', secret.passwordHash)
    .execute()
}

function toAdmin(row: Selectable<Tables['admins']>): Admin {
  const donationRights = parseDonationRights(row.donation_rights)
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    sections: parseSections(row.sections),
    ...(donationRights && { donationRights }),
    createdAt: row.created_at,
    version: row.version,
  }
}

/** Parses the list of an account that does not have all rights in Donations. */
export function parseDonationRights(json: string | null): DonationRight[] | undefined {
  return json === null ? undefined : readDonationRights(parseSections(json))
}

/** Known rights in their order. Each includes `view`. */
export function readDonationRights(rights: readonly string[]): DonationRight[] {
  return DONATION_RIGHTS.filter((right) => right === 'view' || rights.includes(right))
}

/** Parses a JSON list of section keys. Any other JSON value or entry grants nothing. */
export function parseSections(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : []
}
