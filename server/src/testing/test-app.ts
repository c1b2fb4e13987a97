import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { allJobs } from '../job-handlers.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { type LocationDatabase, openLocationDatabase } from '../locations/location-database.ts'
import { type DiskMedia, openDiskMedia } from '../media/disk-media.ts'
import { insertSession } from '../resources/accounts/session-store.ts'
import { type History, openHistory } from '../resources/history/history-service.ts'
import { receiptPrinter as openReceiptPrinter, type ReceiptPrinter } from '../resources/receipts/pdf/receipt-printer.ts'
import { openTrust } from '../resources/settings/trust-source-service.ts'
import type { TrustSource } from '../trust/trust-settings.ts'
import { type Engine, makeMigratedDatabase } from './databases.ts'
import { type AdminRow, buildAdmin } from './factories.ts'

export interface TestApp {
  app: FastifyInstance
  config: Config
  db: Db
  media: DiskMedia
  /** Started. `jobs.idle()` waits until no job is running or due. */
  jobs: JobRunner
  history: History
  trust: TrustSource
  receiptPrinter: ReceiptPrinter
  locations: LocationDatabase
  twoStepKey: Buffer
  close(): Promise<void>
  /**
   * Creates an admin with these sections, or a superadmin, and a session. Use `bearer` or `cookie`
   * of the result as headers of a request.
   */
  signIn(who: readonly string[] | 'superadmin'): Promise<TestSession>
}

export interface TestSession {
  admin: AdminRow
  token: string
  bearer: { authorization: string }
  /** Headers as the panel's browser sends them. */
  cookie: { cookie: string; origin: string }
}

interface TestAppOptions {
  engine?: Engine
  /** Settings by their names in the environment. */
  env?: Record<string, string>
  /** Folder of the built panel; by default the folder that the panel's build writes. */
  panelDir?: string
  /** Deadline of bodies other than uploads, in milliseconds. */
  bodyDeadlineMs?: number
  /** Idle timeout of a connection, in milliseconds. */
  idleConnectionMs?: number
  /** How often the delay of the event loop is measured. */
  overloadIntervalMs?: number
}

const TEST_ENV = {
  LOG_LEVEL: 'silent',
  // The cheapest hashes that the settings allow, to keep tests fast.
  ARGON2_MEMORY_KIB: '1024',
  ARGON2_ITERATIONS: '1',
  // Injected calls follow each other without a turn of the event loop, so on a busy machine the
  // server would seem overloaded.
  OVERLOAD_DELAY_MS: '3600000',
}

/** Starts the whole server with a new database and data folder, but no port. Use `app.inject`. */
export async function testApp({ engine = 'SQLite', env = {}, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const place = await makeMigratedDatabase(engine)
  const config: Config = {
    ...readConfig({ ...TEST_ENV, ...env }),
    dataDir: place.dataDir,
    keysDir: join(place.dataDir, 'keys'),
    databaseUrl: place.databaseUrl,
  }
  const db = await openDatabase(config)
  const media = await openDiskMedia(config)
  const receiptPrinter = openReceiptPrinter()
  const locations = await openLocationDatabase(config.locationsFile)
  const history = await openHistory(db, config.keysDir)
  const jobs = allJobs({ db, media, history })
  const twoStepKey = randomBytes(32)
  const trust = await openTrust(config, db)
  const app = await buildApp(
    { config, db, media, jobs, history, trust, receiptPrinter, locations, twoStepKey },
    options,
  )
  await app.ready()
  jobs.start(app.log)

  return {
    app,
    config,
    db,
    media,
    jobs,
    history,
    trust,
    receiptPrinter,
    locations,
    twoStepKey,
    close: async () => {
      await app.close()
      await Promise.all([jobs.stop(), media.close(), receiptPrinter.close()])
      await db.destroy()
      await place.remove()
    },
    signIn: async (who) => {
      const admin = await buildAdmin(db, who === 'superadmin' ? { role: 'superadmin' } : { sections: who })
      const token = randomBytes(32).toString('base64url')
      await insertSession(db, {
        tokenHash: createHash('sha256').update(token).digest('hex'),
        adminId: admin.id,
        userAgent: 'test',
        ip: '127.0.0.1',
        expiresAt: new Date(Date.now() + config.sessionMaxMs),
        deviceId: 'test',
        hasCode: false,
      })
      return {
        admin,
        token,
        bearer: { authorization: `Bearer ${token}` },
        cookie: { cookie: `sevadesk_session=${token}`, origin: `http://localhost:${config.port}` },
      }
    },
  }
}
