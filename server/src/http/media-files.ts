import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HttpError, notFound } from '../errors.ts'
import { isStoredPath } from '../media/media.ts'

/**
 * Serves `GET /media/…` from a folder, with ranges and conditional requests. A path never gets another content, so that an answer
 * may be kept for a year. What is served was sent by people: it is never more than a picture to a browser.
 */
export async function registerMediaFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: directory, serve: false })
    scope.setErrorHandler((error, _request, reply) => {
      throw rangeRefusal(error, reply) ?? error
    })

    scope.get('/media/*', { config: { access: 'public' } }, (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      if (!isStoredPath(path)) throw notFound()
      reply.headers({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      })
      return reply.sendFile(path.slice('/media'.length), directory, { maxAge: '365d', immutable: true })
    })
  })
}

/** A range beyond the end comes as an error with the header that tells how long the file is. */
function rangeRefusal(error: unknown, reply: FastifyReply): HttpError | undefined {
  if (!(error instanceof Error && 'headers' in error && 'statusCode' in error && error.statusCode === 416))
    return undefined
  reply.headers(Object(error.headers))
  return new HttpError(416, 'bad_range', {
    en: 'The file is shorter than what was asked for.',
    hi: 'फ़ाइल इतनी बड़ी नहीं है।',
  })
}
