import type { Config } from '../../config.ts'
import { takeTurn } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { revokeSessionsOf } from '../sessions/session-store.ts'
import { readAccountForm } from './account-form.ts'
import { assertUsernameIsFree } from './account-rules.ts'
import * as store from './admin-store.ts'
import { generatePassword } from './generated-password.ts'
import { forgetGuesses } from './password-guesses.ts'
import { hashPassword } from './password-hash.ts'

export interface GivenPassword {
  username: string
  /** To be changed at the next sign-in. */
  password: string
}

type Cost = Pick<Config, 'argon2'>

/** A new superadmin, made on the server's machine. Throws badRequest() for a name or an e-mail that is none, and a 409 when the name is taken. */
export async function createSuperadmin(
  db: Db,
  { argon2 }: Cost,
  sent: { username: string; email: string },
): Promise<GivenPassword> {
  const password = generatePassword()
  const { username = '', email = '' } = readAccountForm({ username: sent.username, email: sent.email, password })
  const passwordHash = await hashPassword(password, argon2)
  await db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'accounts')
    await assertUsernameIsFree(transaction, username)
    const account = { username, email, role: 'superadmin', sections: [] } as const
    const id = await store.insertAdmin(transaction, { ...account, passwordHash, mustChangePassword: true })
    const details = { ...account, by: 'admin:create' }
    await insertAudit(transaction, { actor: null, action: 'admin.added', subjectId: id, details })
  })
  return { username, password }
}

/** A new password for whoever lost theirs, asked for on the server's machine; ends all sessions of the account. Throws notFound(). */
export async function resetPassword(db: Db, { argon2 }: Cost, name: string): Promise<GivenPassword> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password, argon2)
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'accounts')
    const id = (await store.findAdminSecret(transaction, name))?.id
    const admin = id === undefined ? undefined : await store.findAdmin(transaction, id)
    if (!admin) throw notFound(noSuchName(name, await store.superadminNames(transaction)))
    await store.setPassword(transaction, admin._id, { passwordHash, mustChangePassword: true })
    await revokeSessionsOf(transaction, admin._id, new Date())
    await forgetGuesses(transaction, admin)
    const details = { username: admin.username, isPasswordSet: true, by: 'admin:reset' }
    await insertAudit(transaction, { actor: null, action: 'admin.changed', subjectId: admin._id, details })
    return { username: admin.username, password }
  })
}

/** Whoever lost a password may have lost the name too. */
function noSuchName(name: string, superadmins: readonly string[]) {
  const names = superadmins.map((one) => `"${one}"`).join(', ')
  return {
    en: `There is no account "${name}". The superadmins are: ${names || 'none'}.`,
    hi: `"${name}" नाम का कोई खाता नहीं है। सुपर एडमिन: ${names || 'कोई नहीं'}।`,
  }
}
