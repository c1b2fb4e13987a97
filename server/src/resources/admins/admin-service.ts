import type { Admin } from '@sevadesk/contract/admin-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { forbidden } from '../../errors.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { revokeSessionsOf } from '../sessions/session-store.ts'
import { type AccountForm, readAccountForm } from './account-form.ts'
import {
  assertMayGive,
  assertMayManage,
  assertUsernameIsFree,
  type Caller,
  changeAccounts,
  changeOthersAccounts,
  noSuchAdmin,
} from './account-rules.ts'
import * as store from './admin-store.ts'
import { forgetGuesses } from './password-guesses.ts'
import { hashPassword } from './password-hash.ts'

const NOT_ONESELF = {
  en: 'You cannot delete your own account.',
  hi: 'आप अपना ही खाता नहीं हटा सकते।',
}

/**
 * Makes an account. Throws badRequest() for fields to mend, forbidden() when it would hold what the caller does not, and a 409 when the name is
 * taken.
 */
export async function addAdmin(
  db: Db,
  config: Config,
  caller: Caller,
  sent: AccountForm & { username: string; email: string; password: string },
): Promise<Admin> {
  const { username = '', email = '', password = '', role = 'admin', sections = [] } = readAccountForm(sent)
  const passwordHash = await hashPassword(password, config.argon2)
  return changeOthersAccounts(db, caller, async (transaction, actor) => {
    const account = { username, email, role, sections: role === 'superadmin' ? [] : [...sections] }
    assertMayGive(actor, account)
    await assertUsernameIsFree(transaction, username)
    const id = await store.insertAdmin(transaction, { ...account, passwordHash, mustChangePassword: false })
    const entry = { actor: auditedAs(actor), action: 'admin.added', subjectId: id, details: account }
    await insertAudit(transaction, entry)
    return findExisting(transaction, id)
  })
}

/**
 * Changes the account of somebody else; what was left out stays. A password that is set here ends that person's sessions. Throws as `addAdmin`, forbidden() too for an account that the caller may not change, and notFound().
 */
export async function updateAdmin(
  db: Db,
  config: Config,
  { caller, id }: { caller: Caller; id: string },
  sent: AccountForm,
): Promise<Admin> {
  const { password, ...form } = readAccountForm(sent, await findExisting(db, id))
  const passwordHash = password === undefined ? undefined : await hashPassword(password, config.argon2)
  return changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    const role = form.role ?? target.role
    const sections = role === 'superadmin' ? [] : (form.sections ?? target.sections)
    if (role !== target.role || sections !== target.sections) assertMayGive(actor, { role, sections: [...sections] })
    const wanted = {
      username: form.username ?? target.username,
      email: form.email ?? target.email,
      role,
      sections: [...sections],
    }
    await assertUsernameIsFree(transaction, wanted.username, id)
    if (passwordHash !== undefined) {
      await store.setPassword(transaction, id, { passwordHash, mustChangePassword: false })
      await revokeSessionsOf(transaction, id, new Date())
      await forgetGuesses(transaction, target)
    }
    return keepChanges(transaction, actor, target, wanted, { isPasswordSet: passwordHash !== undefined })
  })
}

/** One's own name and e-mail, whatever else was sent (reading A4). Throws badRequest() for fields to mend, and a 409 when the name is taken. */
export async function updateProfile(
  db: Db,
  caller: Caller,
  { username, email }: Pick<AccountForm, 'username' | 'email'>,
): Promise<Admin> {
  const sent = { ...(username !== undefined && { username }), ...(email !== undefined && { email }) }
  return changeAccounts(db, caller, async (transaction, actor) => {
    const form = readAccountForm(sent, actor)
    const wanted = { ...actor, username: form.username ?? actor.username, email: form.email ?? actor.email }
    await assertUsernameIsFree(transaction, wanted.username, caller.id)
    return keepChanges(transaction, actor, actor, wanted, { isPasswordSet: false })
  })
}

/** Removes the account and ends its sessions. Throws forbidden() for one's own and for one that the caller may not change, and notFound(). */
export async function deleteAdmin(db: Db, { caller, id }: { caller: Caller; id: string }): Promise<void> {
  if (id === caller.id) throw forbidden(NOT_ONESELF)
  await changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    await store.deleteAdmin(transaction, id)
    const { username, role, sections } = target
    const details = { username, role, sections }
    await insertAudit(transaction, { actor: auditedAs(actor), action: 'admin.deleted', subjectId: id, details })
  })
}

/** Writes what differs, and who did it; nothing at all when nothing does. */
async function keepChanges(
  transaction: Db,
  actor: Admin,
  target: Admin,
  wanted: store.AdminFields,
  { isPasswordSet }: { isPasswordSet: boolean },
): Promise<Admin> {
  const changed = (['username', 'email', 'role', 'sections'] as const).filter(
    (field) => JSON.stringify(wanted[field]) !== JSON.stringify(target[field]),
  )
  if (changed.length > 0) await store.updateAdmin(transaction, target._id, wanted)
  if (changed.length > 0 || isPasswordSet) {
    const details = {
      username: target.username,
      ...Object.fromEntries(changed.map((field) => [field, { from: target[field], to: wanted[field] }])),
      ...(isPasswordSet && { isPasswordSet }),
    }
    const entry = { actor: auditedAs(actor), action: 'admin.changed', subjectId: target._id, details }
    await insertAudit(transaction, entry)
  }
  return findExisting(transaction, target._id)
}

async function findExisting(db: Db, id: string): Promise<Admin> {
  const admin = await store.findAdmin(db, id)
  if (!admin) throw noSuchAdmin()
  return admin
}

function auditedAs({ _id, username }: Admin): { id: string; username: string } {
  return { id: _id, username }
}
