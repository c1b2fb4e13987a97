import type { Admin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { assertVersion, forbidden } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
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
import { trashedAdmins } from './admin-trash-service.ts'
import { hashPassword } from './passwords/password-hash-service.ts'
import { assertRecentCode } from './second-step/second-step-rules.ts'
import { countOpenSessions, revokeSessionsOf } from './session-store.ts'
import { clearFailures } from './sign-in/login-attempt-service.ts'

const OWN_ACCOUNT = localised('You cannot delete your own account.')

interface ChangeDependencies {
  db: Db
  recorder: Recorder
}

interface AddDependencies extends ChangeDependencies {
  config: Config
  recordIdempotencyKey: RecordIdempotencyKey
}

/**
 * Throws badRequest() for invalid fields, forbidden() if the account would get rights that the
 * caller lacks, and 409 if the name is taken.
 */
export async function addAdmin(
  { db, config, recorder, recordIdempotencyKey }: AddDependencies,
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
    const admin = await findExisting(transaction, id)
    await recordIdempotencyKey(transaction, admin)
    await recorder.record(transaction, { action: 'admin.added', ...of(admin), after: fieldsOf(admin) })
    return admin
  })
}

/**
 * Changes the given fields of another account. A new password ends its sessions. Throws
 * as `addAdmin`, forbidden() if the caller may not change the account, 412 if it has another version
 * than expected, and notFound().
 */
export async function updateAdmin(
  { db, config, recorder }: ChangeDependencies & { config: Config },
  { caller, id, expectedVersion }: { caller: Caller; id: string; expectedVersion?: string | undefined },
  input: AccountForm,
): Promise<Admin> {
  const { password, ...form } = readAccountForm(input, await findExisting(db, id))
  const passwordHash = password === undefined ? undefined : await hashPassword(password, config.argon2)
  return changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    assertVersion(expectedVersion, target)
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
    if (passwordHash === undefined) return saveChanges(transaction, recorder, { target, requested })
    await store.setPassword(transaction, id, { passwordHash, mustChangePassword: false })
    const sessionsEnded = await revokeSessionsOf(transaction, id, new Date())
    await clearFailures(transaction, target)
    return saveChanges(transaction, recorder, { target, requested, newPassword: { sessionsEnded } })
  })
}

/**
 * Changes only the caller's own name and e-mail. Throws badRequest(), 403 `code_required`, 409, and
 * 412 if the account has another version than expected.
 */
export async function updateProfile(
  { db, recorder }: ChangeDependencies,
  { caller, expectedVersion }: { caller: SignedIn; expectedVersion?: string | undefined },
  { username, email }: Pick<AccountForm, 'username' | 'email'>,
): Promise<Admin> {
  const input = { ...(username !== undefined && { username }), ...(email !== undefined && { email }) }
  return changeAccounts(db, caller, async (transaction, actor) => {
    assertVersion(expectedVersion, actor)
    const form = readAccountForm(input, actor)
    const requested = { ...actor, username: form.username ?? actor.username, email: form.email ?? actor.email }
    if (requested.email !== actor.email) assertRecentCode(caller)
    if (requested.username !== actor.username) await assertUsernameIsFree(transaction, requested.username, caller.id)
    return saveChanges(transaction, recorder, { target: actor, requested })
  })
}

/** Changes the language of the caller's panel. */
export async function updateLanguage(
  { db, recorder }: ChangeDependencies,
  { id, language: before }: Caller & { language: Language | null },
  language: Language,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await store.updateLanguage(transaction, id, language)
    const fields = { before: { language: before }, after: { language } }
    await recorder.record(transaction, {
      action: 'admin.language-changed',
      recordKind: 'admin',
      recordId: id,
      ...fields,
    })
  })
}

/**
 * Moves the account to the trash. Throws notFound(), and forbidden() for the caller's own account or
 * one with more rights.
 */
export async function deleteAdmin(
  { db, recorder }: ChangeDependencies,
  { caller, id }: { caller: Caller; id: string },
): Promise<void> {
  if (id === caller.id) throw forbidden(OWN_ACCOUNT)
  await changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    // By cascade, the account's sessions end.
    const sessionsEnded = await countOpenSessions(transaction, id)
    // A code that a sign-in uses now must not stay in the trash.
    await store.lockOutSignIns(transaction, id)
    await trashedAdmins.move(transaction, id, recorder)
    await recorder.record(transaction, {
      action: 'admin.deleted',
      ...of(target),
      before: fieldsOf(target),
      details: { sessionsEnded },
    })
  })
}

/** Stores and records the fields that differ. */
async function saveChanges(
  transaction: Db,
  recorder: Recorder,
  {
    target,
    requested,
    newPassword,
  }: { target: Admin; requested: store.AdminFields; newPassword?: { sessionsEnded: number } },
): Promise<Admin> {
  const isChanged = JSON.stringify(fieldsOf(target)) !== JSON.stringify(fieldsOf(requested))
  if (!isChanged && !newPassword) return target
  await store.updateAdmin(transaction, target._id, requested)
  const admin = await findExisting(transaction, target._id)
  await recorder.record(transaction, {
    action: 'admin.changed',
    ...of(admin),
    before: fieldsOf(target),
    after: fieldsOf(admin),
    details: { of: target.username, ...(newPassword && { isPasswordSet: true, ...newPassword }) },
  })
  return admin
}

function fieldsOf({ username, email, role, sections }: store.AdminFields) {
  return { username, email, role, sections }
}

function of({ _id }: Admin) {
  return { recordKind: 'admin', recordId: _id }
}

async function findExisting(db: Db, id: string): Promise<Admin> {
  const admin = await store.findAdmin(db, id)
  if (!admin) throw noSuchAdmin()
  return admin
}
