import type { Config } from '../../config.ts'
import { takeTurn } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { countAllAdmins, insertAdmin } from './admin-store.ts'
import { generatePassword } from './generated-password.ts'
import { hashPassword } from './password-hash.ts'

export interface FirstAdmin {
  username: string
  /** Undefined when the setting ADMIN_PASSWORD was used: what the operator chose is not repeated on a screen. */
  generatedPassword: string | undefined
}

/** Makes the first superadmin in a database without any admin; undefined when there is one already. */
export async function createFirstAdmin(db: Db, config: Config): Promise<FirstAdmin | undefined> {
  if ((await countAllAdmins(db)) > 0) return undefined
  const generatedPassword = config.adminPassword === undefined ? generatePassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? generatedPassword ?? '', config.argon2)
  const { adminUsername: username, adminEmail: email } = config
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'accounts')
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
