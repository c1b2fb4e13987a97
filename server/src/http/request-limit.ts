import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { tooMany } from '../errors.ts'
import { addressForLimit } from '../text/ip-address.ts'
import { localised } from '../text/localised-text.ts'

const WINDOW_MS = 60_000
/** Bounds the memory to some MB. A limit of each would not stop a sender with so many networks. */
const MAX_ADDRESSES = 50_000

const TOO_MANY = localised('Too many requests came from your internet connection. Please try again in a minute.')

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
    const { access = 'public' } = request.routeOptions.config
    if (access !== 'public' && access !== 'site') return done()
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
