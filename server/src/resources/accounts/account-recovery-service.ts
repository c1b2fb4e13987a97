import type { Admin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { Config } from '../../config.ts'
import { type Db, lockUntilCommit } from '../../db/db.ts'
import { HttpError, notFound, StartError } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { readAccountForm, USERNAME_FAULTS } from './account-form.ts'
import { assertUsernameIsFree } from './admin-service.ts'
import * as store from './admin-store.ts'
import { countAllAdmins, insertAdmin } from './admin-store.ts'
import { deleteFirstPassword } from './passwords/first-password-file.ts'
import { generatePassword } from './passwords/generated-password.ts'
import { hashPassword } from './passwords/password-hash-service.ts'
import { deleteSecondStep, deleteTrashedSecondStep } from './second-step/second-step-store.ts'
import { revokeSessionsOf } from './session-store.ts'
import { clearFailures } from './sign-in/login-attempt-service.ts'
import { usernameFault, usernameKey } from './username-rules.ts'

export interface GeneratedPassword {
  username: string
  /** Must be changed at the next sign-in. */
  password: string
}

interface Dependencies {
  db: Db
  config: Pick<Config, 'argon2' | 'dataDir'>
  recorder: Recorder
}

/** Command line: creates a superadmin. Throws badRequest(), and 409 if the name is taken. */
export async function createSuperadmin(
  { db, config, recorder }: Dependencies,
  input: { username: string; email: string },
): Promise<GeneratedPassword> {
  const password = generatePassword()
  const { username = '', email = '' } = readAccountForm({ username: input.username, email: input.email, password })
  const passwordHash = await hashPassword(password, config.argon2)
  await db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    await assertUsernameIsFree(transaction, username)
    const account = { username, email, role: 'superadmin', sections: [] } as const
    const id = await store.insertAdmin(transaction, { ...account, passwordHash, mustChangePassword: true })
    await recorder.record(transaction, { action: 'admin.added', recordKind: 'admin', recordId: id, after: account })
  })
  return { username, password }
}

/** Command line: sets a new password and ends the account's sessions. Throws notFound(). */
export async function resetPassword({ db, config, recorder }: Dependencies, name: string): Promise<GeneratedPassword> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password, config.argon2)
  const { _id, username } = await db.transaction().execute(async (transaction) => {
    const admin = await findByName(transaction, name)
    if (!admin) throw await noSuchName(transaction, name)
    await store.setPassword(transaction, admin._id, { passwordHash, mustChangePassword: true })
    const sessionsEnded = await revokeSessionsOf(transaction, admin._id, new Date())
    await clearFailures(transaction, admin)
    const details = { of: admin.username, isPasswordSet: true, sessionsEnded }
    await recorder.record(transaction, { action: 'admin.changed', recordKind: 'admin', recordId: admin._id, details })
    return admin
  })
  await deleteFirstPassword(config, _id)
  return { username, password }
}

/**
 * Command line: turns an account's second step off, such as for a user whose phone is lost, and ends
 * its sessions. Returns the username. An account in the trash counts if no other of this name has it
 * on: after the key is lost, its secret would keep the server from starting. Throws notFound(), and
 * 409 if it is off.
 */
export async function resetSecondStep(
  { db, recorder }: Pick<Dependencies, 'db' | 'recorder'>,
  name: string,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const account = await findByName(transaction, name)
    const isTurnedOff = account !== undefined && (await deleteSecondStep(transaction, account._id))
    const recordId = isTurnedOff ? account._id : await deleteTrashedSecondStep(transaction, usernameKey(name))
    const { username } = account ?? { username: name }
    if (recordId === undefined) {
      if (!account) throw await noSuchName(transaction, name)
      throw new HttpError(409, 'second_step_off', isOff(username))
    }
    const entry: HistoryEntry = {
      action: 'admin.second-step-off',
      recordKind: 'admin',
      recordId,
      details: { username, sessionsEnded: await revokeSessionsOf(transaction, recordId, new Date()) },
    }
    await recorder.record(transaction, entry)
    return username
  })
}

/** Holds the lock of the accounts until the transaction ends. */
async function findByName(transaction: Db, name: string): Promise<Admin | undefined> {
  await lockUntilCommit(transaction, 'accounts')
  const id = (await store.findAdminSecret(transaction, name))?.id
  return id === undefined ? undefined : store.findAdmin(transaction, id)
}

function isOff(username: string) {
  return localised('Two-step sign-in is already off for {username}.', { username })
}

/** Lists the superadmins, because the user may have forgotten the username too. */
async function noSuchName(transaction: Db, name: string): Promise<HttpError> {
  const superadmins = await store.superadminNames(transaction)
  const names = superadmins.map((username) => `"${username}"`).join(', ')
  const sentence = localised('There is no account "{name}". The superadmins are: {names}.', {
    name,
    names: names || localised('none'),
  })
  return notFound(sentence)
}

export interface FirstAdmin {
  id: string
  username: string
  /** Undefined if ADMIN_PASSWORD was set. */
  generatedPassword: string | undefined
}

/**
 * Creates the first superadmin. Returns undefined if the database already has an admin. Throws
 * StartError for a name that no new account may have.
 */
export async function createFirstAdmin({
  db,
  config,
  recorder,
}: {
  db: Db
  config: Config
  recorder: Recorder
}): Promise<FirstAdmin | undefined> {
  if ((await countAllAdmins(db)) > 0) return undefined
  const fault = usernameFault(config.adminUsername)
  if (fault) throw new StartError(`ADMIN_USERNAME cannot be used. ${USERNAME_FAULTS[fault]('en')}`)
  const generatedPassword = config.adminPassword === undefined ? generatePassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? generatedPassword ?? '', config.argon2)
  const { adminUsername: username, adminEmail: email } = config
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    if ((await countAllAdmins(transaction)) > 0) return undefined
    const account = { username, email, role: 'superadmin', sections: [] } as const
    const mustChangePassword = generatedPassword !== undefined
    const id = await insertAdmin(transaction, { ...account, passwordHash, mustChangePassword })
    await recorder.record(transaction, { action: 'admin.added', recordKind: 'admin', recordId: id, after: account })
    return { id, username, generatedPassword }
  })
}
