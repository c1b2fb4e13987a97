import { readFile } from 'node:fs/promises'
import { getHealth, getReady } from '@sevadesk/contract/base/server-info.ts'
import * as schemas from '@sevadesk/contract/base/server-info-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../concurrency/within.ts'
import type { Db } from '../db/db.ts'
import { assertWritable } from '../db/migrate.ts'
import { unavailable } from '../errors.ts'
import type { Media } from '../media/media.ts'
import type { NativeParts } from '../native-parts.ts'
import type { BreakKind } from '../resources/history/history-chain.ts'
import { localised, requestedLanguage } from '../text/localised-text.ts'
import { OVERLOADED, OVERLOADED_SENTENCE } from './request-checks.ts'
import { route } from './route.ts'
import { assertNotStopping } from './stopping.ts'
import { findStorageFault, type RecentFaults, STORAGE_SENTENCES, type StorageFault } from './storage-fault.ts'
import { hasFreeSpace } from './uploads/upload-space.ts'

/** Timeout of the health query, and of the trial write. */
const TIMEOUT_MS = 5000

/** For this long the result of a trial write is reused: anyone may call this route at any rate. */
const TRIAL_EVERY_MS = 10_000

const SENTENCES = {
  ...STORAGE_SENTENCES,
  [OVERLOADED]: OVERLOADED_SENTENCE,
  history_broken: localised(
    'The end of the history is missing or cannot be checked. Please tell the person who runs the server.',
  ),
  key_missing: localised('A key of the server is missing. Please tell the person who runs it.'),
  part_missing: localised(
    'A part of the server is missing: signing in, receipts or photos do not work. Please tell the person who runs it.',
  ),
}
type Reason = keyof typeof SENTENCES

/** For monitors, which may share an address with others. */
const OPTIONS = { respondsUnderLoad: true, hasRequestLimit: false }

/** A broken row stays broken: it would hide every later fault. These end when the operator accepts the end. */
const BREAKS_OF_END: readonly BreakKind[] = ['cut-off', 'head-missing', 'head-forged']

interface HealthDependencies {
  db: Db
  media: Media
  faults: RecentFaults
  history: { readonly breaks: readonly { kind: BreakKind }[] }
  /** The paths of the server's own files in KEYS_DIR. */
  keyFiles: readonly string[]
  nativeParts: NativeParts
}

/**
 * `GET /api/health`: `ok` while the database responds and a trial write succeeds. `degraded` with a
 * reason when writes fail, the database is damaged, the server refuses calls under load, the end of
 * the history is missing or unknown, or a key or a native part is missing. `GET /api/ready`: the same,
 * but 503 if `degraded`, and until all native parts were tried. Both: 503 while the server stops.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, media, faults, history, keyFiles, nativeParts }: HealthDependencies,
): void {
  // One query at a time: each pending query holds a connection, and monitors repeat their requests.
  const queryDatabase = shared(() => db.selectFrom('admins').select('id').limit(1).execute())
  const tryStorage = shared(async () => ({
    fault: await findWriteFault(db, media),
    keyError: await findReadError(keyFiles),
  }))
  let trial: { fault: StorageFault | undefined; keyError: unknown; until: number } | undefined

  /** Under load, queries run into their timeouts without a fault of the database. */
  async function findReason(request: FastifyRequest): Promise<Reason | undefined> {
    if (app.isUnderPressure()) return OVERLOADED
    try {
      const fault = await findFault(request)
      if (app.isUnderPressure()) return OVERLOADED
      if (fault) return fault
      if (history.breaks.some(({ kind }) => BREAKS_OF_END.includes(kind))) return 'history_broken'
      if (trial?.keyError) return 'key_missing'
      return [...nativeParts.values()].includes('missing') ? 'part_missing' : undefined
    } catch (error) {
      if (app.isUnderPressure()) return OVERLOADED
      throw error
    }
  }

  async function findFault(request: FastifyRequest): Promise<StorageFault | undefined> {
    try {
      await within(TIMEOUT_MS, queryDatabase())
    } catch (error) {
      request.log.error({ err: error }, 'the database does not respond')
      const fault = findStorageFault(error)
      if (fault && fault !== 'database_busy') return fault
      throw unavailable(sentenceOf(error))
    }
    if (!trial || performance.now() >= trial.until) {
      const busy = { fault: 'database_busy', keyError: undefined } as const
      const { fault, keyError } = await within(TIMEOUT_MS, tryStorage()).catch(() => busy)
      if (app.isUnderPressure()) return undefined
      if (fault) request.log.error({ fault }, 'a trial write failed')
      if (keyError) request.log.error({ err: keyError }, 'a file of KEYS_DIR cannot be read')
      trial = { fault, keyError, until: performance.now() + TRIAL_EVERY_MS }
    }
    return trial.fault ?? faults.current()
  }

  async function report(request: FastifyRequest, reply: FastifyReply) {
    assertNotStopping(app)
    const reason = await findReason(request)
    reply.header('cache-control', 'no-store')
    if (!reason) return { status: 'ok' } as const
    const message = SENTENCES[reason](requestedLanguage(request.headers['accept-language']))
    return { status: 'degraded', reason, message } as const
  }

  route(app, getHealth, schemas.getHealth, 'public', report, OPTIONS)
  route(
    app,
    getReady,
    schemas.getReady,
    'public',
    async (request, reply) => {
      assertNotStopping(app)
      if ([...nativeParts.values()].includes('untried'))
        throw unavailable(localised('The server is starting. Please try again in a moment.'))
      const state = await report(request, reply)
      if (state.status === 'ok') return state
      // Besides, the fields of every failure.
      reply.code(503).header('retry-after', TRIAL_EVERY_MS / 1000)
      return { ...state, success: false, code: state.reason }
    },
    OPTIONS,
  )
}

const NOT_RESPONDING = localised('The database is not responding. Please try again in a moment.')
const STARTING = localised('The database is starting or stopping. The server will continue by itself.')

/** SQLSTATE 57P03; PgBouncer gives the text another one. */
function sentenceOf(error: unknown) {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '57P03' || /database system is (?:starting|shutting)/.test(String(message))
    ? STARTING
    : NOT_RESPONDING
}

function findReadError(files: readonly string[]): Promise<unknown> {
  return Promise.all(files.map((file) => readFile(file))).then(
    () => undefined,
    (error: unknown) => error,
  )
}

async function findWriteFault(db: Db, media: Media): Promise<StorageFault | undefined> {
  try {
    await assertWritable(db)
    await media.store.tryWrite()
    return (await hasFreeSpace(media)) ? undefined : 'storage_full'
  } catch (error) {
    return findStorageFault(error) ?? 'storage_failed'
  }
}

/** Callers that arrive while `run` is pending share its result. */
function shared<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | undefined
  return () => {
    pending ??= run().finally(() => {
      pending = undefined
    })
    return pending
  }
}
