import { createHmac } from 'node:crypto'
import { type Db, isPostgres } from '../db/db.ts'
import { StartError } from '../errors.ts'
import { type KeyName, keyFile } from './key-file.ts'

/** Whether a server has used the PostgreSQL database with a key of this name. */
export async function hasVerifier(db: Db, name: KeyName): Promise<boolean> {
  return (await findVerifier(db, name)) !== undefined
}

/**
 * Throws StartError unless `key` is the one that all servers use with a PostgreSQL database. The first
 * server decides; it stores nothing from which the key could be computed.
 */
export async function assertSharedKey(
  db: Db,
  { keysDir, name, key }: { keysDir: string; name: KeyName; key: Buffer },
): Promise<void> {
  if (!isPostgres(db)) return
  const verifier = createHmac('sha256', key).update(`verifier ${name}`).digest('base64url')
  let known = await findVerifier(db, name)
  if (known === undefined) {
    await db
      .insertInto('key_verifiers')
      .values({ name, verifier })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    known = await findVerifier(db, name)
  }
  if (known === verifier) return
  throw new StartError(
    `The key file ${keyFile(keysDir, name)} (KEYS_DIR) is not the one that this database is used with. Copy the keys of the first server, or restore them from a backup.`,
  )
}

async function findVerifier(db: Db, name: KeyName): Promise<string | undefined> {
  const row = db.selectFrom('key_verifiers').select('verifier').where('name', '=', name)
  return (await row.executeTakeFirst())?.verifier
}
