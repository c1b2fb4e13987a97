import { createHash, randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { beforeAll, beforeEach } from 'vitest'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { type LocationDatabase, openLocationDatabase } from '../locations/location-database.ts'
import type { Media } from '../media/media.ts'
import { openMedia } from '../media/open-media.ts'
import type { NativeParts } from '../native-parts.ts'
import { insertSession } from '../resources/accounts/session-store.ts'
import { type History, openHistory } from '../resources/history/history-service.ts'
import { receiptPrinter as openReceiptPrinter, type ReceiptPrinter } from '../resources/receipts/pdf/receipt-printer.ts'
import { openTrust } from '../resources/settings/trust-source-service.ts'
import { allJobs } from '../start.ts'
import type { TrustSource } from '../trust/trust-settings.ts'
import { type Engine, makeFolder, makeMigratedDatabase } from './databases.ts'
import { type AdminRow, buildAdmin } from './factories.ts'
import { type FormPart, formOf } from './requests/forms.ts'

/** Headers of a request, and the address of its client. */
export type CallHeaders = { ip?: string } & Readonly<Record<string, string>>

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/** Calls of the API, each with a path below /api. */
export interface ApiCalls {
  call(method: Method, path: string, payload?: object, headers?: CallHeaders): Promise<LightMyRequestResponse>
  get(path: string, headers?: CallHeaders): Promise<LightMyRequestResponse>
  post(path: string, payload?: object, headers?: CallHeaders): Promise<LightMyRequestResponse>
  put(path: string, payload?: object, headers?: CallHeaders): Promise<LightMyRequestResponse>
  delete(path: string, headers?: CallHeaders): Promise<LightMyRequestResponse>
  /** Sends a multipart form. */
  form(
    method: 'POST' | 'PUT',
    path: string,
    parts: readonly FormPart[],
    headers?: CallHeaders,
  ): Promise<LightMyRequestResponse>
}

/** `get`, `post` and so on make calls without a session. */
export interface TestApp extends ApiCalls {
  app: FastifyInstance
  config: Config
  db: Db
  media: Media
  /** Started. `jobs.idle()` waits until no job is running or due. */
  jobs: JobRunner
  history: History
  trust: TrustSource
  receiptPrinter: ReceiptPrinter
  locations: LocationDatabase
  twoStepKey: Buffer
  nativeParts: NativeParts
  close(): Promise<void>
  /**
   * Creates an admin with these sections, or a superadmin, and a session. Use `bearer` or `cookie`
   * of the result as headers of a request.
   */
  signIn(who: readonly string[] | 'superadmin'): Promise<TestSession>
}

/** `get`, `post` and so on make calls with the session's bearer token. */
export interface TestSession extends ApiCalls {
  admin: AdminRow
  token: string
  bearer: { authorization: string }
  /** Headers as the panel's browser sends them. */
  cookie: { cookie: string; origin: string }
}

interface TestAppOptions {
  engine?: Engine
  /** Another server on PostgreSQL, whose database and keys this one uses. */
  beside?: TestApp
  /** Gets the Fastify instance before any route is registered. */
  prepare?(app: FastifyInstance): void
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
export async function testApp({
  engine = 'SQLite',
  beside,
  env = {},
  prepare,
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const place = beside ? await makeFolder(beside.config) : await makeMigratedDatabase(engine)
  const config: Config = {
    ...readConfig({ ...TEST_ENV, ...env }),
    dataDir: place.dataDir,
    keysDir: beside?.config.keysDir ?? join(place.dataDir, 'keys'),
    databaseUrl: place.databaseUrl,
  }
  const db = await openDatabase(config)
  const media = await openMedia(config)
  const receiptPrinter = openReceiptPrinter()
  const locations = await openLocationDatabase(config.locationsFile)
  const history = await openHistory(db, config.keysDir)
  const jobs = allJobs({ db, media, history })
  const twoStepKey = beside?.twoStepKey ?? randomBytes(32)
  const nativeParts: NativeParts = new Map()
  const trust = await openTrust(config, db)
  const onInitialize = (message: unknown) => prepare?.((message as { fastify: FastifyInstance }).fastify)
  subscribe('fastify.initialization', onInitialize)
  const app = await buildApp(
    { config, db, media, jobs, history, trust, receiptPrinter, locations, twoStepKey, nativeParts },
    options,
  ).finally(() => unsubscribe('fastify.initialization', onInitialize))
  await app.ready()
  jobs.start(app.log)

  return {
    ...apiCalls(app),
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
    nativeParts,
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
      const bearer = { authorization: `Bearer ${token}` }
      return {
        ...apiCalls(app, bearer),
        admin,
        token,
        bearer,
        cookie: { cookie: `sevadesk_session=${token}`, origin: `http://localhost:${config.port}` },
      }
    },
  }
}

function apiCalls(app: FastifyInstance, credentials: Record<string, string> = {}): ApiCalls {
  const call: ApiCalls['call'] = (method, path, payload, { ip = '127.0.0.1', ...headers } = {}) =>
    app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: ip,
      headers: { ...credentials, ...headers },
      ...(payload && { payload }),
    })
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, payload, headers) => call('POST', path, payload, headers),
    put: (path, payload, headers) => call('PUT', path, payload, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
    form: (method, path, parts, headers) => {
      const form = formOf(...parts)
      return call(method, path, form.payload, { ...form.headers, ...headers })
    },
  }
}

/** The server of a suite. Starts before its first test, and closes after the last one. */
export function suiteServer(options?: TestAppOptions | (() => Promise<TestAppOptions>)): TestApp {
  const server = {} as TestApp
  beforeAll(async () => {
    Object.assign(server, await testApp(typeof options === 'function' ? await options() : options))
    return () => server.close()
  })
  return server
}

/** As `suiteServer`, with a new server for each test. */
export function newServerEachTest(options?: TestAppOptions): TestApp {
  const server = {} as TestApp
  beforeEach(async () => {
    Object.assign(server, await testApp(options))
    return () => server.close()
  })
  return server
}

/** A session on the server of a suite, as `signIn` opens it. */
export function suiteSession(server: TestApp, who: readonly string[] | 'superadmin'): TestSession {
  const session = {} as TestSession
  beforeAll(async () => void Object.assign(session, await server.signIn(who)))
  return session
}
