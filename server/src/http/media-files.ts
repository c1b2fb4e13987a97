import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { isStoredPath } from '../media/media.ts'

/**
 * Serves `GET /media/…` from a folder, with ranges and conditional requests. A path never gets another content, so that an answer
 * may be kept for a year. What is served was sent by people: it is never more than a picture to a browser.
 */
export async function registerMediaFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: directory, serve: false })

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
