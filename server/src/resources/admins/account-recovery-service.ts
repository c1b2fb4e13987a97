import type { Config } from '../../config.ts'
import { lockUntilCommit } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { clearFailures } from '../sessions/login-attempt-service.ts'
import { revokeSessionsOf } from '../sessions/session-store.ts'
import { assertUsernameIsFree } from './account-change-service.ts'
import { readAccountForm } from './account-form.ts'
import * as store from './admin-store.ts'
import { generatePassword } from './generated-password.ts'
import { hashPassword } from './password-hash-service.ts'

export interface GeneratedPassword {
  username: string
  /** Must be changed at the next sign-in. */
  password: string
}

type Cost = Pick<Config, 'argon2'>

/** Command line: creates a superadmin. Throws badRequest(), and 409 if the name is taken. */
export async function createSuperadmin(
  db: Db,
  { argon2 }: Cost,
  input: { username: string; email: string },
): Promise<GeneratedPassword> {
  const password = generatePassword()
  const { username = '', email = '' } = readAccountForm({ username: input.username, email: input.email, password })
  const passwordHash = await hashPassword(password, argon2)
  await db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    await assertUsernameIsFree(transaction, username)
    const account = { username, email, role: 'superadmin', sections: [] } as const
    const id = await store.insertAdmin(transaction, { ...account, passwordHash, mustChangePassword: true })
    const details = { ...account, by: 'admin:create' }
    await insertAudit(transaction, { actor: null, action: 'admin.added', subjectId: id, details })
  })
  return { username, password }
}

/** Command line: sets a new password and ends the account's sessions. Throws notFound(). */
export async function resetPassword(db: Db, { argon2 }: Cost, name: string): Promise<GeneratedPassword> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password, argon2)
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    const id = (await store.findAdminSecret(transaction, name))?.id
    const admin = id === undefined ? undefined : await store.findAdmin(transaction, id)
    if (!admin) throw notFound(noSuchName(name, await store.superadminNames(transaction)))
    await store.setPassword(transaction, admin._id, { passwordHash, mustChangePassword: true })
    await revokeSessionsOf(transaction, admin._id, new Date())
    await clearFailures(transaction, admin)
    const details = { username: admin.username, isPasswordSet: true, by: 'admin:reset' }
    await insertAudit(transaction, { actor: null, action: 'admin.changed', subjectId: admin._id, details })
    return { username: admin.username, password }
  })
}

/** Lists the superadmins, because the user may have forgotten the username too. */
function noSuchName(name: string, superadmins: readonly string[]) {
  const names = superadmins.map((username) => `"${username}"`).join(', ')
  return {
    en: `There is no account "${name}". The superadmins are: ${names || 'none'}.`,
    hi: `"${name}" नाम का कोई खाता नहीं है। सुपर एडमिन: ${names || 'कोई नहीं'}।`,
  }
}
