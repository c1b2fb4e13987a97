import { existsSync, readFileSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { compareClocks } from '../db/clock.ts'
import { openDatabaseBeside } from '../db/database.ts'
import { describeDatabase } from '../db/describe-database.ts'
import { assertWritable } from '../db/migrate.ts'
import { reasonOf, StartError } from '../errors.ts'
import { hasFreeSpace } from '../http/uploads/upload-space.ts'
import { readUsedKey } from '../keys/key-file.ts'
import { openLocationDatabase } from '../locations/location-database.ts'
import { openMedia, publicWarning } from '../media/open-media.ts'
import { tryNativeParts, untriedParts } from '../native-parts.ts'
import { findOpenPath } from '../private-files.ts'
import { listSecrets } from '../resources/accounts/second-step/second-step-store.ts'
import { findHead } from '../resources/history/history-store.ts'
import { openTrust } from '../resources/settings/trust-source-service.ts'
import { readStatus } from '../resources/system/system-service.ts'
import { addressOf, assertOpens, cannotWrite, warningsAbout } from '../start.ts'
import { VERSION } from '../version.ts'

const EXAMPLE = new URL('../../../.env.example', import.meta.url)
const CALL_LIMIT_MS = 10_000

/** `note`: something to know or to consider; `wrong`: something to mend. */
type Mark = 'ok' | 'note' | 'wrong'

/**
 * Prints a line for all that is set, reached, writable and out of date, with what to do, and no secret.
 * Returns whether nothing is wrong. `envFile` is what the server's settings were read from.
 */
export async function runDoctor(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
  envFile = '.env',
): Promise<boolean> {
  let isWell = true
  const say = (mark: Mark, text: string) => {
    isWell &&= mark !== 'wrong'
    print(`${mark.padEnd(7)}${text}`)
  }
  /** Prints why a check failed: the sentence of a StartError, otherwise `what` with the reason. */
  async function attempt<Result>(what: string, check: () => Promise<Result> | Result): Promise<Result | undefined> {
    try {
      return await check()
    } catch (error) {
      say('wrong', error instanceof StartError ? error.message : `${what}: ${reasonOf(error)}.`)
      return undefined
    }
  }

  say('ok', `The files here are those of version ${VERSION}.`)
  describeSettings(env, envFile, say)
  const config = await attempt('The settings are wrong', () => readConfig(env))
  if (!config) return false
  await attempt('The locations cannot be read', () => openLocationDatabase(config.locationsFile))
  await describeServer(config, say)
  if (existsSync(config.dataDir)) {
    await attempt('The data folder cannot be used', () => checkDisk(config, say))
  } else
    say('wrong', `The data folder ${config.dataDir} (DATA_DIR) is missing: start SevaDesk once, or correct DATA_DIR.`)
  await attempt('The database cannot be used', () => checkDatabase(config, say, attempt))
  const { folder } = config.dailyBackup ?? {}
  if (folder) await attempt('BACKUP_DIR cannot be written to', () => access(folder, constants.W_OK | constants.X_OK))
  for (const path of findOpenPath(config)) say('note', `${path}.`)
  const parts = untriedParts()
  const printPart = (text: string) => say('wrong', text.replace('Error: ', ''))
  await tryNativeParts(parts, { log: { error: () => undefined }, print: printPart })
  if ([...parts.values()].every((state) => state === 'loads')) say('ok', 'The packages with native code load.')
  return isWell
}

type Say = (mark: Mark, text: string) => void
type Attempt = <Result>(what: string, check: () => Promise<Result> | Result) => Promise<Result | undefined>

/** Names what is set, also settings that do not exist, without values. */
function describeSettings(env: NodeJS.ProcessEnv, envFile: string, say: Say): void {
  const known = Object.keys(parseEnv(readFileSync(EXAMPLE, 'utf8')))
  const names = [...known, ...known.map((name) => `${name}_FILE`), 'BACKUP_PASSPHRASE', 'BACKUP_PASSPHRASE_FILE']
  const set = names.filter((name) => env[name]).sort()
  say('ok', set.length === 0 ? 'Nothing is set; all is by default.' : `Set: ${set.join(', ')}.`)
  const inFile = existsSync(envFile) ? Object.keys(parseEnv(readFileSync(envFile, 'utf8'))) : []
  const unknown = inFile.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    say('note', `No settings of SevaDesk, so without effect: ${unknown.join(', ')}. Correct ${envFile}.`)
}

async function describeServer(config: Config, say: Say): Promise<void> {
  const address = addressOf(config)
  const call = async (path: string) => {
    const response = await fetch(`${address}/api${path}`, { signal: AbortSignal.timeout(CALL_LIMIT_MS) })
    const json = (await response.json()) as { message?: string; info?: { version: string } }
    return { ...json, isOk: response.ok }
  }
  try {
    const ready = await call('/ready')
    if (ready.isOk) say('ok', `The server at ${address} is ready.`)
    else say('wrong', `The server at ${address} is not ready: ${ready.message}`)
    const version = (await call('/openapi.json')).info?.version
    if (version !== VERSION) say('wrong', `The server at ${address} still runs version ${version}: restart it.`)
  } catch (error) {
    // fetch names the reason in its cause.
    const { cause = error } = error instanceof Error ? error : {}
    say('note', `No server of SevaDesk answers at ${address} (${reasonOf(cause)}). Start it, or correct HOST and PORT.`)
  }
}

async function checkDisk(config: Config, say: Say): Promise<void> {
  const media = await openMedia(config).catch((error: unknown) => {
    throw cannotWrite(config, error)
  })
  try {
    await media.store.tryWrite()
    const warning = await publicWarning(media.store)
    if (warning) say('wrong', `${warning}.`)
    const free = await media.freeBytes()
    const size = free === undefined ? '' : ` and has ${gigabytes(free)} free`
    if (await hasFreeSpace(media)) say('ok', `The data folder ${config.dataDir} is writable${size}.`)
    else say('wrong', `The disk of ${config.dataDir}${size}: free space, or uploads are refused.`)
  } finally {
    await media.close()
  }
}

/** Creates no key, also as a user whose files the server could not read. */
async function checkDatabase(config: Config, say: Say, attempt: Attempt): Promise<void> {
  const { keysDir } = config
  const db = await openDatabaseBeside(config)
  try {
    const { engine, version, bytes } = await describeDatabase(db)
    say('ok', `The database, ${engine} ${version}, is of this version and takes ${gigabytes(bytes)}.`)
    const clock = await attempt('The clocks cannot be compared', () => compareClocks(db))
    if (clock) say('note', `${clock}.`)
    await attempt('The database refuses writes', () => assertWritable(db))
    await attempt('The key of the history cannot be used', async () =>
      readUsedKey(db, { keysDir, name: 'history', isUsed: (await findHead(db)).n > 0 }),
    )
    await attempt('The key of two-step sign-in cannot be used', async () => {
      const secrets = await listSecrets(db)
      const key = await readUsedKey(db, { keysDir, name: 'two-step', isUsed: secrets.length > 0 })
      if (key) assertOpens(keysDir, key, secrets)
    })
    const media = { freeBytes: async () => undefined }
    const { backup, jobs } = await readStatus({ config, db, media, history: { breaks: [] } })
    if (jobs.failed > 0) say('note', `${jobs.failed} of the server’s jobs failed; its log says why.`)
    if (!config.dailyBackup) say('note', 'No daily backups are taken: set BACKUP_DIR, or take them in another way.')
    if (backup.last?.state === 'failed') say('wrong', `The last backup failed: ${backup.last.reason}.`)
    const last = backup.lastGood ? `The last good backup is of ${backup.lastGood.at}` : 'There is no good backup yet'
    say(backup.isOverdue ? 'wrong' : 'ok', backup.isOverdue ? `${last}: take one now, npm run backup.` : `${last}.`)
    const { lastKnown } = await openTrust(config, db)
    for (const warning of warningsAbout(config, lastKnown)) say('note', `${warning}.`)
  } finally {
    await db.destroy()
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e8 ? 3 : 1)} GB`
}
