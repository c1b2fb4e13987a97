import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Adds an ETag to public reads of JSON and to the panel's page, and returns 304 when it matches
 * `If-None-Match` (RFC 9110, section 13.1.2). `@fastify/etag` matches neither lists of tags nor `*`,
 * and adds tags to failures.
 */
export function registerEtags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPublicRead = isRead && request.routeOptions.config.access === 'public'
    const isCacheable = reply.statusCode === 200 && reply.getHeader('cache-control') === 'no-cache'
    if (!isPublicRead || !isCacheable || typeof payload !== 'string') return done(null, payload)

    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', tag)
    if (!matches(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    // For HEAD, Fastify sets Content-Length from the payload and does not send the payload.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}

/** Weak comparison: a proxy that compresses the response may have made the tag weak. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false
}

/** In characters. For shorter bodies a second chunk takes longer than it saves. */
const LONG_BODY = 2000

/**
 * Encodes long bodies before node:http does. node:http would concatenate head and body into one
 * string, which is slow to encode with characters beyond Latin-1.
 */
export function registerResponseBytes(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length > LONG_BODY
    done(null, isLong ? Buffer.from(payload) : payload)
  })
}
