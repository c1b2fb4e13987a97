import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
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

/**
 * Limits the requests of each address to routes that need no sign-in, and to unknown addresses of
 * the API. The window follows the monotonic clock, because the wall clock may be set back.
 */
export function registerRequestLimit(
  app: FastifyInstance,
  { publicRequestsPerMinute }: Pick<Config, 'publicRequestsPerMinute'>,
): void {
  const calls = new Map<string, { count: number }>()
  /** The same by IP address: parsing the address would take longer than all else here. */
  const callsByIp = new Map<string, { count: number }>()
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
    if (own.count > publicRequestsPerMinute) throw tooMany(TOO_MANY, (windowEnd - now) / 1000)
    done()
  })

  function findCalls(ip: string): { count: number } {
    const address = addressForLimit(ip)
    const found = calls.get(address) ?? { count: 0 }
    calls.set(address, found)
    if (callsByIp.size >= MAX_ADDRESSES) callsByIp.clear()
    callsByIp.set(ip, found)
    return found
  }
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
