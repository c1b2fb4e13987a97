import type { Admin, AdminRole } from '@sevadesk/contract/admin-schemas.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { usernameKey } from './username-key.ts'

export interface NewAdmin {
  username: string
  email: string
  role: AdminRole
  sections: readonly string[]
  passwordHash: string
  /** Whether somebody else made the password up. */
  mustChangePassword: boolean
}

/** What a sign-in needs to know of an account. */
export interface AdminSecret {
  id: string
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
      password_hash: admin.passwordHash,
      must_change_password: admin.mustChangePassword ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** The accounts of role admin, newest first (specification, section 6: the list shows only these). */
export async function listAdmins(db: Db): Promise<Admin[]> {
  const rows = await db
    .selectFrom('admins')
    .selectAll()
    .where('role', '=', 'admin')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toAdmin)
}

export async function countAllAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('admins')
    .select((query) => query.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function findAdminSecret(db: Db, username: string): Promise<AdminSecret | undefined> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'password_hash'])
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
  return row && { id: row.id, passwordHash: row.password_hash }
}

/** Replaces a hash by another of the same password; does nothing when the password was changed meanwhile. */
export async function replacePasswordHash(db: Db, secret: AdminSecret, passwordHash: string): Promise<void> {
  await db
    .updateTable('admins')
    .set({ password_hash: passwordHash })
    .where('id', '=', secret.id)
    .where('password_hash', '=', secret.passwordHash)
    .execute()
}

function toAdmin(row: Selectable<Tables['admins']>): Admin {
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    sections: parseSections(row.sections),
    createdAt: row.created_at,
  }
}

/** A JSON list of section keys; anything else grants nothing. */
export function parseSections(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : []
}
