import type { Config } from '../../config.ts'
import { lockUntilCommit } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { StartError } from '../../errors.ts'
import type { Recorder } from '../history/history-service.ts'
import { USERNAME_FAULTS } from './account-form.ts'
import { countAllAdmins, insertAdmin } from './admin-store.ts'
import { generatePassword } from './passwords/generated-password.ts'
import { hashPassword } from './passwords/password-hash-service.ts'
import { usernameFault } from './username-rules.ts'

export interface FirstAdmin {
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
    return { username, generatedPassword }
  })
}
