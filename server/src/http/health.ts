import { getHealth } from '@sevadesk/contract/base/server-info.ts'
import * as schemas from '@sevadesk/contract/base/server-info-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { within } from '../concurrency/within.ts'
import type { Db } from '../db/db.ts'
import { assertWritable } from '../db/migrate.ts'
import { unavailable } from '../errors.ts'
import type { DiskMedia } from '../media/disk-media.ts'
import type { BreakKind } from '../resources/history/history-chain.ts'
import { localised, requestedLanguage } from '../text/localised-text.ts'
import { OVERLOADED, OVERLOADED_SENTENCE } from './request-checks.ts'
import { route } from './route.ts'
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
}

/** A broken row stays broken: it would hide every later fault. These end when the operator accepts the end. */
const BREAKS_OF_END: readonly BreakKind[] = ['cut-off', 'head-missing', 'head-forged']

interface HealthDependencies {
  db: Db
  media: DiskMedia
  faults: RecentFaults
  history: { readonly breaks: readonly { kind: BreakKind }[] }
}

/**
 * `GET /api/health`: `ok` while the database responds and a trial write succeeds. `degraded` with a
 * reason when writes fail, the database is damaged, the server refuses calls under load, or the end of
 * the history is missing or unknown.
 */
export function registerHealth(app: FastifyInstance, { db, media, faults, history }: HealthDependencies): void {
  // One query at a time: each pending query holds a connection, and monitors repeat their requests.
  const queryDatabase = shared(() => db.selectFrom('admins').select('id').limit(1).execute())
  const tryWrites = shared(() => findWriteFault(db, media))
  let trial: { fault: StorageFault | undefined; until: number } | undefined

  /** Under load, queries run into their timeouts without a fault of the database. */
  async function findReason(request: FastifyRequest): Promise<keyof typeof SENTENCES | undefined> {
    if (app.isUnderPressure()) return OVERLOADED
    try {
      const fault = await findFault(request)
      if (app.isUnderPressure()) return OVERLOADED
      return fault ?? (history.breaks.some(({ kind }) => BREAKS_OF_END.includes(kind)) ? 'history_broken' : undefined)
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
      throw unavailable(localised('The database is not responding. Please try again in a moment.'))
    }
    if (!trial || performance.now() >= trial.until) {
      const fault = await within(TIMEOUT_MS, tryWrites()).catch(() => 'database_busy' as const)
      if (app.isUnderPressure()) return undefined
      if (fault) request.log.error({ fault }, 'a trial write failed')
      trial = { fault, until: performance.now() + TRIAL_EVERY_MS }
    }
    return trial.fault ?? faults.current()
  }

  route(
    app,
    getHealth,
    schemas.getHealth,
    'public',
    async (request, reply) => {
      const reason = await findReason(request)
      reply.header('cache-control', 'no-store')
      if (!reason) return { status: 'ok' }
      const message = SENTENCES[reason](requestedLanguage(request.headers['accept-language']))
      return { status: 'degraded', reason, message }
    },
    { respondsUnderLoad: true },
  )
}

async function findWriteFault(db: Db, media: DiskMedia): Promise<StorageFault | undefined> {
  try {
    await assertWritable(db)
    await media.tryWrite()
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
