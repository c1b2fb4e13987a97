import { type Account, mayGrant, mayMakeSuperadmin, mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import type { Admin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { coversDonationRights } from '@sevadesk/contract/accounts/donation-rights.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import type { Config } from '../../config.ts'
import { type Db, lockUntilCommit } from '../../db/db.ts'
import { assertVersion, forbidden, HttpError, notFound, unauthenticated } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import { listTrashed, type RecordRow } from '../trash/trash-store.ts'
import { trashedRecords } from '../trash/trashed-record-service.ts'
import { type AccountForm, readAccountForm, readUsername } from './account-form.ts'
import * as store from './admin-store.ts'
import { findAdmin, isUsernameTaken, listUsernames, readDonationRights } from './admin-store.ts'
import { deleteFirstPassword } from './passwords/first-password-file.ts'
import { hashPassword } from './passwords/password-hash-service.ts'
import { assertRecentCode } from './second-step/second-step-rules.ts'
import { countOpenSessions, isSessionOpen, revokeSessionsOf } from './session-store.ts'
import { clearFailures } from './sign-in/login-attempt-service.ts'
import { loadSkeleton, looksAlike, usernameKey } from './username-rules.ts'

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
  const { username = '', email = '', password = '', role = 'admin', ...form } = readAccountForm(input)
  const passwordHash = await hashPassword(password, config.argon2)
  return changeOthersAccounts(db, caller, async (transaction, actor) => {
    const account = { username, email, role, ...rightsOf({ ...form, role }) }
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
  const admin = await changeOthersAccounts(db, caller, async (transaction, actor) => {
    const target = await findExisting(transaction, id)
    assertMayManage(actor, target)
    assertVersion(expectedVersion, target)
    const role = form.role ?? target.role
    const rights = rightsOf({ ...form, role }, target)
    if (form.role ?? form.sections ?? form.donationRights !== undefined) assertMayGrant(actor, { role, ...rights })
    const requested = {
      username: form.username ?? target.username,
      email: form.email ?? target.email,
      role,
      ...rights,
    }
    if (requested.username !== target.username) await assertUsernameIsFree(transaction, requested.username, id)
    if (passwordHash === undefined) return saveChanges(transaction, recorder, { target, requested })
    await store.setPassword(transaction, id, { passwordHash, mustChangePassword: false })
    const sessionsEnded = await revokeSessionsOf(transaction, id, new Date())
    await clearFailures(transaction, target)
    return saveChanges(transaction, recorder, { target, requested, newPassword: { sessionsEnded } })
  })
  if (passwordHash !== undefined) await deleteFirstPassword(config, id)
  return admin
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
  { db, config, recorder }: ChangeDependencies & { config: Config },
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
  await deleteFirstPassword(config, id)
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

function fieldsOf({ username, email, role, sections, donationRights }: store.AdminFields) {
  return { username, email, role, sections, ...(donationRights && { donationRights }) }
}

type Rights = Pick<Admin, 'sections' | 'donationRights'>

/** What an account has after a form. A superadmin needs no list of rights. */
function rightsOf({ role, sections, donationRights }: AccountForm, before: Rights = { sections: [] }): Rights {
  const held = role === 'superadmin' ? [] : [...(sections ?? before.sections)]
  const rights = donationRights === undefined ? before.donationRights : donationRights
  return { sections: held, ...(rights && held.includes('Donations') && { donationRights: readDonationRights(rights) }) }
}

function of({ _id }: Admin) {
  return { recordKind: 'admin', recordId: _id }
}

async function findExisting(db: Db, id: string): Promise<Admin> {
  const admin = await store.findAdmin(db, id)
  if (!admin) throw noSuchAdmin()
  return admin
}

const MORE_RIGHTS = localised('You cannot change an account that has more rights than your own.')
const NOT_HELD = localised('You can only give sections that you have yourself.')
const RIGHT_NOT_HELD = localised('You can only give rights in donations that you have yourself.')
const NOT_SUPERADMIN = localised('Only a superadmin can make someone a superadmin.')
const TAKEN = localised('This username is already taken. Please choose another.')

const LOOKS_TAKEN = localised('This username looks the same as another one. Please choose another.')

export interface Caller {
  id: string
  sessionId: string
}

/**
 * Runs one account change at a time across all processes and reads the caller's rights inside it.
 * So two superadmins cannot demote each other at once, and one always remains. Throws
 * unauthenticated() if the caller's account or session has ended.
 */
export async function changeAccounts<Result>(
  db: Db,
  caller: Caller,
  change: (transaction: Db, actor: Admin) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    const actor = await findAdmin(transaction, caller.id)
    if (!actor || !(await isSessionOpen(transaction, caller.sessionId))) throw unauthenticated()
    return change(transaction, actor)
  })
}

/** As `changeAccounts`, for others' accounts. Throws forbidden() without the section Admin. */
async function changeOthersAccounts<Result>(
  db: Db,
  caller: Caller,
  change: (transaction: Db, actor: Admin) => Promise<Result>,
): Promise<Result> {
  return changeAccounts(db, caller, async (transaction, actor) => {
    if (!mayOpen(actor, 'Admin')) throw forbidden()
    return change(transaction, actor)
  })
}

/** Throws forbidden() if the actor may not change this account. */
function assertMayManage(actor: Admin, target: Admin): void {
  if (!mayManage(actor, target)) throw forbidden(MORE_RIGHTS)
}

/** Throws forbidden() if the account would get rights that the caller lacks. */
function assertMayGrant(actor: Admin, account: Pick<Admin, 'role' | 'sections' | 'donationRights'>): void {
  const { role, sections } = account
  if (role === 'superadmin' && !mayMakeSuperadmin(actor)) throw forbidden(NOT_SUPERADMIN)
  if (!sections.every((key) => mayGrant(actor, key))) throw forbidden(NOT_HELD)
  if (!coversDonationRights(actor, account)) throw forbidden(RIGHT_NOT_HELD)
}

/**
 * Throws 409 if another account has this name or a name that looks the same. Only new names are
 * checked: existing names that look the same stay.
 */
export async function assertUsernameIsFree(transaction: Db, username: string, exceptId?: string): Promise<void> {
  if (await isUsernameTaken(transaction, username, exceptId)) throw taken(TAKEN)
  const skeletonOf = await loadSkeleton()
  const others = await listUsernames(transaction, exceptId)
  if (others.some((other) => looksAlike(skeletonOf, username, other))) throw taken(LOOKS_TAKEN)
}

function taken(sentence: LocalisedText): HttpError {
  return new HttpError(409, 'taken', sentence, { fields: { username: sentence } })
}

export function noSuchAdmin(): HttpError {
  return notFound(localised('There is no such admin.'))
}

export const trashedAdmins = trashedRecords({
  kind: 'admin',
  table: 'admins',
  label: ({ username }) => String(username),
  // Without them, a restored account could sign in by its password alone.
  dependents: ['second_steps', 'recovery_codes'],
  async selectRestorable(db, caller) {
    const admins = await listTrashed(db, 'admin')
    const restorable = admins.filter(({ content }) => mayManage(caller, accountIn(JSON.parse(content))))
    return { column: 'id', values: restorable.map(({ id }) => id) }
  },
  // Reading A5 holds for deleted accounts too.
  mayRestore: (caller, row) => mayManage(caller, accountIn(row)),
  // The rights of the caller are read in the transaction, as in other changes of accounts.
  runChange: ({ db }, caller, change) =>
    changeOthersAccounts(db, caller, (transaction, actor) => change(transaction, actor, () => undefined)),
  async prepareRestoration(transaction, row, requested) {
    const old = String(row.username)
    const username = requested === undefined || requested === old ? old : readUsername(requested)
    await assertUsernameIsFree(transaction, username)
    return username === old ? row : { ...row, username, username_key: usernameKey(username) }
  },
  historyOf: async (_transaction, { id, username }) => ({
    recordKind: 'admin',
    recordId: String(id),
    details: { label: String(username) },
  }),
})

function accountIn({ id, role, sections, donation_rights: rights }: RecordRow): Account {
  const donationRights = typeof rights === 'string' ? JSON.parse(rights) : undefined
  return { _id: String(id), role: String(role), sections: JSON.parse(String(sections)), donationRights }
}
