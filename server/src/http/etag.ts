import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isApiUrl } from './security-headers.ts'

/**
 * Gives the public reads a tag of their content, and answers 304 to who has that content already (RFC 9110, section 13.1.2).
 * Ours, because `@fastify/etag` compares the whole header with the tag, so that a list of tags and `*` never match, and tags failures too.
 */
export function registerEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPublicRead = isRead && isApiUrl(request.url) && request.routeOptions.config.access === 'public'
    const isToBeKept = reply.statusCode === 200 && reply.getHeader('cache-control') === 'no-cache'
    if (!isPublicRead || !isToBeKept || typeof payload !== 'string') return payload

    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', tag)
    if (!names(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-type')
    // For HEAD the framework takes the length from the content, and leaves the content out itself.
    return request.method === 'HEAD' ? payload : null
  })
}

/** By the weak comparison: whoever passes an answer on may have made the tag weak, by compressing it. */
function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false
}
