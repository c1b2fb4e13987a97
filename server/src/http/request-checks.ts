import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Db, databaseMs, isPostgres } from '../db/db.ts'
import type { AppDependencies } from '../dependencies.ts'
import { HttpError, tooMany, unsupportedMedia } from '../errors.ts'
import { addressForLimit, forwardedAddresses } from '../text/ip-address.ts'
import { localised } from '../text/localised-text.ts'

const WINDOW_MS = 60_000
/** Bounds the memory to some MB. A limit of each would not stop a sender with so many networks. */
const MAX_ADDRESSES = 50_000

const TOO_MANY = localised('Too many requests came from your internet connection. Please try again in a minute.')

/**
 * Lets `request.ip` be an address: some proxies add the port to X-Forwarded-For, or write `unknown`.
 * Each port would be another client to the limits. Without an address, the proxy's own counts.
 */
export function registerClientAddress(app: FastifyInstance): void {
  let isLogged = false
  app.addHook('onRequest', ({ headers, ips = [], log }, _reply, done) => {
    const header = headers['x-forwarded-for']
    // Without the header, or from a sender that is not trusted.
    if (ips.length < 2 || typeof header !== 'string') return done()
    const { addresses, invalid } = forwardedAddresses(header)
    headers['x-forwarded-for'] = addresses.join(', ')
    if (invalid !== undefined && addresses.length === 0 && !isLogged) {
      log.warn({ invalid: invalid.slice(0, 100) }, 'X-Forwarded-For holds no address; using that of the proxy')
      isLogged = true
    }
    done()
  })
}

interface Calls {
  count: number
  /** Requests that the database does not have yet. */
  unreported: number
  /** Those of all servers in this minute, as the database last had them. */
  reported: number
  isReporting: boolean
}

/**
 * Limits the requests of each address to routes that need no sign-in, and to unknown addresses of
 * the API. The window follows the monotonic clock, because the wall clock may be set back. Servers on
 * PostgreSQL report each hundredth of the limit to each other, so that a request never waits for it
 * and each server lets about another hundredth pass (decision 66).
 */
export function registerRequestLimit(
  app: FastifyInstance,
  { config: { publicRequestsPerMinute }, db }: Pick<AppDependencies, 'config' | 'db'>,
): void {
  const calls = new Map<string, Calls>()
  /** The same by IP address: parsing the address would take longer than all else here. */
  const callsByIp = new Map<string, Calls>()
  const reportEvery = isPostgres(db) ? Math.ceil(publicRequestsPerMinute / 100) : Number.POSITIVE_INFINITY
  let windowEnd = 0
  app.addHook('onRequest', (request, _reply, done) => {
    const { access = 'public', hasRequestLimit = true } = request.routeOptions.config
    if (!hasRequestLimit || (access !== 'public' && access !== 'site')) return done()
    const now = performance.now()
    if (now >= windowEnd || calls.size >= MAX_ADDRESSES) {
      calls.clear()
      callsByIp.clear()
      windowEnd = now + WINDOW_MS
    }
    const own = callsByIp.get(request.ip) ?? findCalls(request.ip)
    own.count += 1
    own.unreported += 1
    const mayReport = !own.isReporting && own.reported <= publicRequestsPerMinute
    if (mayReport && own.unreported >= reportEvery) void report(addressForLimit(request.ip), own)
    if (Math.max(own.count, own.reported + own.unreported) > publicRequestsPerMinute)
      throw tooMany(TOO_MANY, (windowEnd - now) / 1000)
    done()
  })

  function findCalls(ip: string): Calls {
    const address = addressForLimit(ip)
    const found = calls.get(address) ?? { count: 0, unreported: 0, reported: 0, isReporting: false }
    calls.set(address, found)
    if (callsByIp.size >= MAX_ADDRESSES) callsByIp.clear()
    callsByIp.set(ip, found)
    return found
  }

  /** Without the database, each server counts alone. */
  async function report(address: string, own: Calls): Promise<void> {
    const { unreported } = own
    own.unreported = 0
    own.reported += unreported
    own.isReporting = true
    own.reported = await addRequests(db, address, unreported).catch(() => own.reported)
    own.isReporting = false
  }
}

/** Adds to the requests of an address in the current minute. Returns those of all servers. */
async function addRequests(db: Db, address: string, count: number): Promise<number> {
  const minute = sql<number>`${databaseMs(db)} / ${sql.lit(WINDOW_MS)}`
  await db.deleteFrom('request_counts').where('minute', '<', minute).execute()
  const row = await db
    .insertInto('request_counts')
    .values({ address, minute, count })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'minute'])
        .doUpdateSet({ count: sql<number>`request_counts.count + excluded.count` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests to a public route count. Default: true. */
    hasRequestLimit?: boolean
    /** Whether the route responds while the server is overloaded. */
    respondsUnderLoad?: boolean
  }
}

/** How often delay and memory are measured. One slow query is no overload: the mean of three seconds stays low. */
const INTERVAL_MS = 3000

/** Node.js ends the process at its limit of the heap. */
const MAX_HEAP_SHARE = 0.8

/** In seconds. */
const RETRY_AFTER = 5
const LOG_EVERY_MS = 60_000

/** The `code` of the refusal, and the `reason` of the health check. */
export const OVERLOADED = 'overloaded'

export const OVERLOADED_SENTENCE = localised(
  'The server has too much to do at the moment. Please try again in a few seconds.',
)

/**
 * Refuses requests with 503 while the event loop or the heap is above its limit.
 * Requests that have begun continue. Routes with `respondsUnderLoad` are exempt.
 */
export async function registerOverload(
  app: FastifyInstance,
  { overloadDelayMs }: Pick<Config, 'overloadDelayMs'>,
  intervalMs = INTERVAL_MS,
): Promise<void> {
  let loggedAt: number | undefined
  await app.register(underPressure, {
    maxEventLoopDelay: overloadDelayMs,
    sampleInterval: intervalMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE,
    pressureHandler(request, _reply, limit, value) {
      if (request.routeOptions.config.respondsUnderLoad) return
      if (loggedAt === undefined || performance.now() - loggedAt > LOG_EVERY_MS) {
        loggedAt = performance.now()
        request.log.warn({ limit, value }, 'the server is overloaded; refusing requests')
      }
      throw new HttpError(503, OVERLOADED, OVERLOADED_SENTENCE, { retryAfter: RETRY_AFTER })
    },
  })
}

/** The body that a route accepts. `none` ignores the body and its content type. */
export type BodyType = 'json' | 'multipart' | 'none'

declare module 'fastify' {
  interface FastifyContextConfig {
    body?: BodyType
  }
}

export const JSON_BODY_LIMIT = 256 * 1024

const UNSUPPORTED = {
  json: localised('Send this request as JSON, with the content type application/json.'),
  multipart: localised('Send this request as a form, with the content type multipart/form-data.'),
} as const

/** Each route with a body accepts one content type and refuses others with 415. */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.body !== 'json' || body === '') return done(null, undefined)
    return parseJson(request, String(body), done)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))

  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.routeOptions.config.body
    if (type === undefined || type === 'none') {
      // Fastify would refuse a malformed content type.
      delete request.headers['content-type']
      return done()
    }
    const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    const expected = type === 'json' ? 'application/json' : 'multipart/form-data'
    const isEmpty = type === 'json' && contentType === undefined && !hasBody(request.headers)
    done(contentType === expected || isEmpty ? undefined : unsupportedMedia(UNSUPPORTED[type]))
  })
  // An absent body becomes an empty object, so that validation names the missing fields.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.config.body === 'json') request.body ??= {}
    done()
  })
}

export function hasBody(headers: {
  'content-length'?: string | undefined
  'transfer-encoding'?: string | undefined
}): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
