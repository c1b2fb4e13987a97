import type { Config } from '../../config.ts'
import { lockUntilCommit } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { countAllAdmins, insertAdmin } from './admin-store.ts'
import { generatePassword } from './generated-password.ts'
import { hashPassword } from './password-hash-service.ts'

export interface FirstAdmin {
  username: string
  /** Undefined if ADMIN_PASSWORD was set. */
  generatedPassword: string | undefined
}

/** Creates the first superadmin. Returns undefined if the database already has an admin. */
export async function createFirstAdmin(db: Db, config: Config): Promise<FirstAdmin | undefined> {
  if ((await countAllAdmins(db)) > 0) return undefined
  const generatedPassword = config.adminPassword === undefined ? generatePassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? generatedPassword ?? '', config.argon2)
  const { adminUsername: username, adminEmail: email } = config
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    if ((await countAllAdmins(transaction)) > 0) return undefined
    await insertAdmin(transaction, {
      username,
      email,
      role: 'superadmin',
      sections: [],
      passwordHash,
      mustChangePassword: generatedPassword !== undefined,
    })
    return { username, generatedPassword }
  })
}
