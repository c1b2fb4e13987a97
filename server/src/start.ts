import { accessSync, constants } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { compareClocks } from './db/clock.ts'
import { cannotWriteTo, explainFailure, mayHaveDatabase, openDatabase, prepareDataDir } from './db/database.ts'
import { avoidsIndexes, type Db } from './db/db.ts'
import { isEmpty } from './db/emptiness.ts'
import { endOwnLeases } from './db/lease.ts'
import type { AppDependencies } from './dependencies.ts'
import { reasonOf, StartError } from './errors.ts'
import { logToFile } from './http/request-log.ts'
import { MAKE_VARIANTS, MATCH_DONORS, RENEW_KEYS } from './jobs/job-kinds.ts'
import { type JobRunner, jobRunner } from './jobs/job-runner.ts'
import { retryFailedJobs } from './jobs/job-store.ts'
import { assertSharedKey, hasVerifier, keyFile, loadKey } from './keys/key-file.ts'
import { openLocationDatabase } from './locations/location-database.ts'
import { RemoteStoreError } from './media/file-store.ts'
import type { Media } from './media/media.ts'
import { claimStore, openMedia, publicWarning } from './media/open-media.ts'
import { untriedParts } from './native-parts.ts'
import { allPeriodicTasks } from './periodic-tasks.ts'
import { findOpenPath } from './private-files.ts'
import { renewKeys } from './renewed-keys.ts'
import { createFirstAdmin, type FirstAdmin } from './resources/accounts/account-recovery-service.ts'
import { keepFirstPassword } from './resources/accounts/passwords/first-password-file.ts'
import { listSecrets } from './resources/accounts/second-step/second-step-store.ts'
import { opensAny } from './resources/accounts/second-step/stored-codes.ts'
import { recordTaken, type TakenBackup } from './resources/backups/backup-service.ts'
import { stagingOf } from './resources/backups/restore-service.ts'
import { backUpBeforeUpdate } from './resources/backups/update-backup-service.ts'
import { prepareLocalDays } from './resources/donations/local-day-service.ts'
import { matchEarlierGifts } from './resources/donors/donor-service.ts'
import { guardHistory } from './resources/history/history-check-service.ts'
import { type History, openHistory } from './resources/history/history-service.ts'
import { makeVariants, sweepPendingFiles } from './resources/media-files/pending-file-service.ts'
import { receiptPrinter as openReceiptPrinter } from './resources/receipts/pdf/receipt-printer.ts'
import { importTrustFile, openTrust, recordFirstSettings } from './resources/settings/trust-source-service.ts'
import { readTrustFile } from './trust/trust-file.ts'
import type { Trust } from './trust/trust-settings.ts'

export interface Demo {
  /** Saves sample settings unless there are some. */
  saveSampleSettings(db: Db): Promise<void>
  /** Fills the database and returns a message for the operator. */
  fillDemo(
    dependencies: Pick<AppDependencies, 'config' | 'db' | 'media' | 'jobs' | 'trust'> & { log: FastifyBaseLogger },
  ): Promise<string>
}

interface StartOptions {
  /** Sample data for an empty database, from `npm start -- --demo`. */
  demo?: Demo
  /** Uses the data folder with this database, from `npm start -- --new-database`. */
  isNewDatabase?: boolean
  /** When undefined, the log goes to standard output. */
  logFile: string | undefined
  /** Prints a message for the operator. */
  print(text: string): void
  /** Whether what is printed goes to a terminal, not to a journal that others may read. */
  isTerminal: boolean
}

interface RunningServer {
  address: string
  /**
   * Serves requests for `stopDelayMs`, with a health of 503. Then lets running ones finish for up to
   * `stopTimeoutMs`, and closes the database.
   */
  stop(): Promise<void>
}

/** Opens database and media, and listens. Throws StartError for a known cause of failure. */
export async function start(
  config: Config,
  { demo, isNewDatabase = false, logFile, print, isTerminal }: StartOptions,
): Promise<RunningServer> {
  await assertPortIsFree(config)
  const locations = await openLocationDatabase(config.locationsFile)
  // Before anything is written.
  if (!mayHaveDatabase(config)) await readTrustFile(config)
  prepareDataDir(config.dataDir)
  if (logFile !== undefined) logToFile(logFile)
  const receiptPrinter = openReceiptPrinter()
  let taken: TakenBackup | undefined
  const beforeUpdate = async (old: Db) => {
    taken = await backUpBeforeUpdate(old, config, print)
  }
  const db = await openDatabase(config, { isNewDatabase, beforeUpdate })
  try {
    const clock = await compareClocks(db)
    const wasEmpty = await isEmpty(db)
    const history = await openHistory(db, config.keysDir)
    // At once: after a failure below, the next start takes none.
    if (taken) await recordTaken(db, history.server, taken)
    await endOwnLeases(db, config.dataDir)
    await importTrustFile(config, db)
    if (wasEmpty) await demo?.saveSampleSettings(db)
    const media = await openMedia(config).catch((error: unknown) => {
      throw cannotWrite(config, error)
    })
    await claimStore(media.store, db, { isNewDatabase })
    const publicStore = await publicWarning(media.store)
    const jobs = allJobs({ db, media, history })
    const twoStepKey = await openTwoStepKey(db, config)
    const trust = await openTrust(config, db)
    const nativeParts = untriedParts()
    const app = await buildApp({
      ...{ config, db, media, jobs, history, trust },
      ...{ receiptPrinter, locations, twoStepKey, nativeParts },
    })
    const slowness = (await avoidsIndexes(db)) ? [SLOW_POOLER] : []
    const warnings = [...warningsAbout(config, trust.lastKnown), ...findOpenPath(config), ...slowness]
    for (const warning of [
      ...warnings,
      ...backupWarnings(config),
      ...[clock, publicStore].filter((each) => each !== undefined),
    ]) {
      app.log.warn(warning)
      if (logFile !== undefined) print(`Warning: ${warning}.`)
    }
    await deleteUnpacked(config, app)
    const historyGuard = await guardHistory({ db, keysDir: config.keysDir, history, log: app.log })
    await recordFirstSettings(db, history, trust)
    await prepareLocalDays(db, config.timeZone, app.log)
    await sweepPendingFiles({ db, media, log: app.log })

    // Printed at once, so that the password is not lost if a later step fails.
    const firstAdmin = await createFirstAdmin({ db, config, recorder: history.server })
    const hasSample = demo !== undefined && wasEmpty
    if (firstAdmin) {
      const file = isTerminal ? undefined : await keepFirstPassword(config, firstAdmin, print)
      print(welcome(firstAdmin, { address: addressOf(config), hasSample, file }))
    }
    if (hasSample) {
      print('Adding sample data to the empty database …')
      print(await demo.fillDemo({ config, db, media, jobs, trust, log: app.log }))
    } else if (demo) print('The database already holds data, so no sample data was added.')

    await listen(app, config)
    const tasks = allPeriodicTasks({
      ...{ config, db, media, jobs, trust, history, historyGuard, nativeParts },
      // Without a file, the log is the output.
      print: logFile === undefined ? () => undefined : print,
    })
    await retryFailedJobs(db, RENEW_KEYS)
    jobs.start(app.log)
    for (const task of tasks) task.start(app.log)
    const stop = async () => {
      app.isStopping = true
      await sleep(config.stopDelayMs)
      // Ends connections kept alive before the stop.
      app.server.keepAliveTimeout = 1
      const limit = setTimeout(() => app.server.closeAllConnections(), config.stopTimeoutMs)
      await app.close()
      clearTimeout(limit)
      // Smaller picture versions that are unfinished now are created after the next start.
      await Promise.all([...tasks.map((task) => task.stop()), jobs.stop(), media.close(), receiptPrinter.close()])
      await historyGuard.stop()
      await db.destroy()
    }
    return { address: addressOf(config), stop }
  } catch (error) {
    await Promise.all([db.destroy(), receiptPrinter.close()])
    throw explainFailure(error)
  }
}

/** A killed restore leaves everything that its archive holds. */
async function deleteUnpacked(config: Config, { log }: FastifyInstance): Promise<void> {
  await rm(stagingOf(config), { recursive: true, force: true }).catch((error: unknown) => {
    log.warn({ err: error }, 'cannot delete what an unfinished restore has unpacked')
  })
}

const SLOW_POOLER =
  'DATABASE_URL leads through a pooler, where counts and sums are slow until you run once: alter role current_user set random_page_cost = 1.1'

export function warningsAbout({ trustName, razorpay }: Config, { details }: Trust): string[] {
  return [
    ...(trustName !== undefined && trustName !== details.name
      ? ['TRUST_NAME is not used: the name comes from the page Settings']
      : []),
    ...(razorpay?.webhookSecrets.length === 0
      ? ['RAZORPAY_WEBHOOK_SECRET is not set: refunds and payments that arrive days late will be missed']
      : []),
  ]
}

function backupWarnings({ dailyBackup }: Config): string[] {
  if (!dailyBackup) return []
  try {
    accessSync(dailyBackup.folder, constants.W_OK | constants.X_OK)
    return []
  } catch (error) {
    return [`Backups will fail: the folder ${dailyBackup.folder} (BACKUP_DIR) cannot be written to: ${reasonOf(error)}`]
  }
}

/** Without Fastify's log line, since `main.ts` prints the address. */
async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { level } = app.log
  app.log.level = 'warn'
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotListen(config, error)
  })
  app.log.level = level
}

/** Runs before anything is written, so that an accidental second start changes nothing. */
async function assertPortIsFree(config: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(cannotListen(config, error)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

export function cannotWrite({ dataDir }: Config, error: unknown): unknown {
  if (error instanceof RemoteStoreError) return error
  if (!(error instanceof Error && 'code' in error)) return error
  return cannotWriteTo(dataDir, error)
}

function cannotListen({ port, host }: Config, error: unknown): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is already in use; stop the other program or choose another port with PORT.`)
    case 'EACCES':
      return new StartError(
        `Port ${port} needs privileges that this user does not have; choose a port above 1023 with PORT.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`${host} is not an address of this machine; choose another with HOST.`)
    default:
      return error
  }
}

/** Returns the address to open in a browser, which cannot open 0.0.0.0 or ::. */
export function addressOf({ port, host }: Config): string {
  if (['127.0.0.1', 'localhost', '0.0.0.0', '::', '::1'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function welcome(
  { username, generatedPassword }: FirstAdmin,
  { address, hasSample, file }: { address: string; hasSample: boolean; file: string | undefined },
): string {
  const line = '─'.repeat(64)
  const note = file ? 'The file goes away when the password is changed.' : 'This password is shown only now.'
  return [
    '',
    line,
    '  Welcome to SevaDesk. Your first account is ready:',
    '',
    `    Address    ${address}`,
    `    User name  ${username}`,
    `    Password   ${file ? `in the file ${file}` : (generatedPassword ?? 'as you set it in ADMIN_PASSWORD')}`,
    '',
    ...(generatedPassword ? [`  ${note}${hasSample ? '' : ' It must be changed at the first sign-in.'}`] : []),
    line,
    '',
  ].join('\n')
}

/**
 * Reads the key of two-step sign-in, and creates it while no secret is encrypted with one. Throws
 * StartError if it is missing, opens none of the stored secrets, or is not that of the other servers.
 */
export async function openTwoStepKey(db: Db, { keysDir }: Pick<Config, 'keysDir'>): Promise<Buffer> {
  const secrets = await listSecrets(db)
  const mayCreate = secrets.length === 0 && !(await hasVerifier(db, 'two-step'))
  const key = await loadKey(keysDir, 'two-step', { mayCreate })
  assertOpens(keysDir, key, secrets)
  await assertSharedKey(db, { keysDir, name: 'two-step', key })
  return key
}

/** Throws StartError unless the key of two-step sign-in opens one of the secrets, if there are any. */
export function assertOpens(keysDir: string, key: Buffer, secrets: Parameters<typeof opensAny>[1]): void {
  if (opensAny(key, secrets)) return
  throw new StartError(
    `The key file ${keyFile(keysDir, 'two-step')} (KEYS_DIR) does not open the database's secrets of two-step sign-in. Restore the key from the backup of this database.`,
  )
}

/** Returns the runner of all jobs. */
export function allJobs({ db, media, history }: { db: Db; media: Media; history: History }): JobRunner {
  return jobRunner(db, {
    [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path),
    [MATCH_DONORS]: () => matchEarlierGifts({ db, history }),
    [RENEW_KEYS]: () => renewKeys(db),
  })
}
