import type { Admin } from '@sevadesk/contract/admin-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { forbidden } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { clearFailures } from '../sessions/login-attempt-service.ts'
import { revokeSessionsOf } from '../sessions/session-store.ts'
import {
  assertMayGrant,
  assertMayManage,
  assertUsernameIsFree,
  type Caller,
  changeAccounts,
  changeOthersAccounts,
  noSuchAdmin,
} from './account-change-service.ts'
import { type AccountForm, readAccountForm } from './account-form.ts'
import * as store from './admin-store.ts'
import { hashPassword } from './password-hash-service.ts'

const OWN_ACCOUNT = {
  en: 'You cannot delete your own account.',
  hi: 'आप अपना ही खाता नहीं हटा सकते।',
}

interface AddDependencies {
  db: Db
  config: Config
  recordIdempotencyKey: RecordIdempotencyKey
}

/**
 * Throws badRequest() for invalid fields, forbidden() if the account would get rights that the
 * caller lacks, and 409 if the name is taken.
 */
export async function addAdmin(
  { db, config, recordIdempotencyKey }: AddDependencies,
  caller: Caller,
  input: AccountForm & { username: string; email: string; password: string },
): Promise<Admin> {
  const { username = '', email = '', password = '', role = 'admin', sections = [] } = readAccountForm(input)
  const passwordHash = await hashPassword(password, config.argon2)
  return changeOthersAccounts(db, caller, async (transaction, actor) => {
    const account = { username, email, role, sections: role === 'superadmin' ? [] : [...sections] }
    assertMayGrant(actor, account)
    await assertUsernameIsFree(transaction, username)
    const id = await store.insertAdmin(transaction, { ...account, passwordHash, mustChangePassword: false })
    const entry = { actor: auditActor(actor), action: 'admin.added', subjectId: id, details: account }
    await insertAudit(transaction, entry)
    const admin = await findExisting(transaction, id)
    await recordIdempotencyKey(transaction, admin)
    return admin
  })
}

/**
 * Changes the given fields of another account. A new password ends its sessions. Throws
 * as `addAdmin`, forbidden() if the caller may not change the account, and notFound().
 */
export async function updateAdmin(
  db: Db,
  config: Config,
  { caller, id }: { caller: Caller; id: string },
  input: AccountForm,
): Promise<Admin> {
  const { password, ...form } = readAccountForm(input, await findExisting(db, id))
  const passwordHash = password === undefined ? undefined : await hashPassword(password, config.argon2)
  return changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    const role = form.role ?? target.role
    const sections = role === 'superadmin' ? [] : (form.sections ?? target.sections)
    if (role !== target.role || sections !== target.sections) assertMayGrant(actor, { role, sections: [...sections] })
    const requested = {
      username: form.username ?? target.username,
      email: form.email ?? target.email,
      role,
      sections: [...sections],
    }
    if (requested.username !== target.username) await assertUsernameIsFree(transaction, requested.username, id)
    if (passwordHash !== undefined) {
      await store.setPassword(transaction, id, { passwordHash, mustChangePassword: false })
      await revokeSessionsOf(transaction, id, new Date())
      await clearFailures(transaction, target)
    }
    return saveChanges(transaction, actor, target, requested, { isPasswordSet: passwordHash !== undefined })
  })
}

/** Changes only the caller's own name and e-mail. Throws badRequest() and 409. */
export async function updateProfile(
  db: Db,
  caller: Caller,
  { username, email }: Pick<AccountForm, 'username' | 'email'>,
): Promise<Admin> {
  const input = { ...(username !== undefined && { username }), ...(email !== undefined && { email }) }
  return changeAccounts(db, caller, async (transaction, actor) => {
    const form = readAccountForm(input, actor)
    const requested = { ...actor, username: form.username ?? actor.username, email: form.email ?? actor.email }
    if (requested.username !== actor.username) await assertUsernameIsFree(transaction, requested.username, caller.id)
    return saveChanges(transaction, actor, actor, requested, { isPasswordSet: false })
  })
}

/** Throws notFound(), and forbidden() for the caller's own account or one with more rights. */
export async function deleteAdmin(db: Db, { caller, id }: { caller: Caller; id: string }): Promise<void> {
  if (id === caller.id) throw forbidden(OWN_ACCOUNT)
  await changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    await store.deleteAdmin(transaction, id)
    const { username, role, sections } = target
    const details = { username, role, sections }
    await insertAudit(transaction, { actor: auditActor(actor), action: 'admin.deleted', subjectId: id, details })
  })
}

/** Stores and audits the fields that differ. */
async function saveChanges(
  transaction: Db,
  actor: Admin,
  target: Admin,
  requested: store.AdminFields,
  { isPasswordSet }: { isPasswordSet: boolean },
): Promise<Admin> {
  const changed = (['username', 'email', 'role', 'sections'] as const).filter(
    (field) => JSON.stringify(requested[field]) !== JSON.stringify(target[field]),
  )
  if (changed.length > 0) await store.updateAdmin(transaction, target._id, requested)
  if (changed.length > 0 || isPasswordSet) {
    const details = {
      username: target.username,
      ...Object.fromEntries(changed.map((field) => [field, { from: target[field], to: requested[field] }])),
      ...(isPasswordSet && { isPasswordSet }),
    }
    const entry = { actor: auditActor(actor), action: 'admin.changed', subjectId: target._id, details }
    await insertAudit(transaction, entry)
  }
  return findExisting(transaction, target._id)
}

async function findExisting(db: Db, id: string): Promise<Admin> {
  const admin = await store.findAdmin(db, id)
  if (!admin) throw noSuchAdmin()
  return admin
}

function auditActor({ _id, username }: Admin): { id: string; username: string } {
  return { id: _id, username }
}
