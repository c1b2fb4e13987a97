import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Db, isPostgres } from '../db/db.ts'
import { reasonOf, StartError } from '../errors.ts'
import { errorCode, newPartName, syncFolder } from '../media/disk-files.ts'

const KEY_BYTES = 32
const KEY_TEXT = /^[A-Za-z0-9_-]{43}\n?$/

const KEY_NAMES = ['history', 'two-step'] as const
type KeyName = (typeof KEY_NAMES)[number]

export function keyFileName(name: KeyName): string {
  return `${name}.key`
}

/** Whether a file of this name in the folder of keys holds one of the server's keys. */
export function isKeyFileName(name: string): boolean {
  return KEY_NAMES.some((key) => keyFileName(key) === name)
}

/** Returns the path of the file that holds a key. */
export function keyFile(keysDir: string, name: KeyName): string {
  return join(keysDir, keyFileName(name))
}

/**
 * Reads the 32 bytes of a key. Creates the file, readable by its owner alone, if it is missing and
 * `mayCreate`. Throws StartError if it is missing otherwise, or cannot be read.
 */
export async function loadKey(keysDir: string, name: KeyName, { mayCreate }: { mayCreate: boolean }): Promise<Buffer> {
  const file = keyFile(keysDir, name)
  try {
    if (mayCreate && !existsSync(file)) await createKey(keysDir, file)
    const key = parseKey(readFileSync(file, 'utf8'))
    if (!key) throw new StartError(`The key file ${file} (KEYS_DIR) is damaged. Restore it from a backup.`)
    return key
  } catch (error) {
    if (error instanceof StartError) throw error
    if (errorCode(error) === 'ENOENT') {
      throw new StartError(
        `The key file ${file} (KEYS_DIR) is missing. Set KEYS_DIR to the folder that holds it, or restore it from a backup.`,
      )
    }
    throw new StartError(`The key file ${file} (KEYS_DIR) cannot be used: ${reasonOf(error)}.`)
  }
}

/** Returns the key that a key file of this text holds; undefined if it is damaged. */
export function parseKey(text: string): Buffer | undefined {
  return KEY_TEXT.test(text) ? Buffer.from(text.trim(), 'base64url') : undefined
}

/** A link never replaces an existing file, so that two servers that start at once share one key. */
async function createKey(keysDir: string, file: string): Promise<void> {
  mkdirSync(keysDir, { recursive: true, mode: 0o700 })
  const part = join(keysDir, newPartName())
  try {
    writeFileSync(part, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(part, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  await syncFolder(keysDir)
}

/** Whether a server has used the PostgreSQL database with a key of this name. */
export async function hasVerifier(db: Db, name: KeyName): Promise<boolean> {
  return (await findVerifier(db, name)) !== undefined
}

/**
 * Throws StartError if the servers of a PostgreSQL database have another key than `key`. The first
 * server stores a verifier, from which the key cannot be computed.
 */
export async function assertSharedKey(
  db: Db,
  { keysDir, name, key }: { keysDir: string; name: KeyName; key: Buffer },
): Promise<void> {
  if (!isPostgres(db)) return
  const verifier = verifierOf(name, key)
  let known = await findVerifier(db, name)
  if (known === undefined) {
    await db
      .insertInto('key_verifiers')
      .values({ name, verifier })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    known = await findVerifier(db, name)
  }
  if (known !== verifier) throw anotherKey(keysDir, name)
}

/**
 * Reads a key as `assertSharedKey` requires it, but creates and stores nothing. Returns undefined if
 * the database is not used with one yet: `isUsed`, or a server has stored its verifier.
 */
export async function readUsedKey(
  db: Db,
  { keysDir, name, isUsed }: { keysDir: string; name: KeyName; isUsed: boolean },
): Promise<Buffer | undefined> {
  const verifier = await findVerifier(db, name)
  if (!isUsed && verifier === undefined) return undefined
  const key = await loadKey(keysDir, name, { mayCreate: false })
  if (verifier !== undefined && verifier !== verifierOf(name, key)) throw anotherKey(keysDir, name)
  return key
}

function verifierOf(name: KeyName, key: Buffer): string {
  return createHmac('sha256', key).update(`verifier ${name}`).digest('base64url')
}

function anotherKey(keysDir: string, name: KeyName): StartError {
  return new StartError(
    `The key file ${keyFile(keysDir, name)} (KEYS_DIR) is not the one that this database is used with. Copy the keys of the first server, or restore them from a backup.`,
  )
}

async function findVerifier(db: Db, name: KeyName): Promise<string | undefined> {
  const row = db.selectFrom('key_verifiers').select('verifier').where('name', '=', name)
  return (await row.executeTakeFirst())?.verifier
}

export const HEAD_FILE_NAME = 'history.head'

/** Returns the path of the file with the newest row of the history on SQLite. */
export function headFile(keysDir: string): string {
  return join(keysDir, HEAD_FILE_NAME)
}

/** Returns the paths of the keys and, on SQLite, of the history's head that exist. */
export function listKeyFiles({ keysDir, databaseUrl }: Pick<Config, 'keysDir' | 'databaseUrl'>): string[] {
  const files = KEY_NAMES.map((name) => keyFile(keysDir, name))
  return [...files, ...(databaseUrl ? [] : [headFile(keysDir)])].filter((file) => existsSync(file))
}
