import { randomInt } from 'node:crypto'
import { meetsPasswordRequirements } from '@sevadesk/contract/password.ts'
import type { Config } from '../../config.ts'
import { takeTurn } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { countAllAdmins, insertAdmin } from './admin-store.ts'
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

/** No characters that are mistaken for each other when read from a screen. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#%&*?'

/** 16 characters that meet the password requirements, some 95 bits. */
function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (meetsPasswordRequirements(password)) return password
  }
}
