import type { Config } from './config.ts'
import type { Db } from './db/schema.ts'
import { StartError } from './errors.ts'
import { keyFile, loadKey } from './keys/key-file.ts'
import { decryptSecret } from './resources/accounts/second-step/encrypted-secret.ts'
import { listSecrets, listTrashedSecrets } from './resources/accounts/second-step/second-step-store.ts'

/**
 * Reads the key of two-step sign-in, and creates it while no secret is encrypted with one. Throws
 * StartError if it is missing, or opens none of the stored secrets.
 */
export async function openTwoStepKey(db: Db, { keysDir }: Pick<Config, 'keysDir'>): Promise<Buffer> {
  const secrets = [...(await listSecrets(db)), ...(await listTrashedSecrets(db))]
  const key = await loadKey(keysDir, 'two-step', { mayCreate: secrets.length === 0 })
  // One damaged row must not keep the server from starting.
  if (secrets.length === 0 || secrets.some(({ adminId, secret }) => decryptSecret(key, adminId, secret))) return key
  throw new StartError(
    `The key file ${keyFile(keysDir, 'two-step')} (KEYS_DIR) does not open the database's secrets of two-step sign-in. Restore the key from the backup of this database.`,
  )
}
