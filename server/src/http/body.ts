import type { FastifyInstance } from 'fastify'
import { unsupportedMedia } from '../errors.ts'
import { localised } from '../text/localised-text.ts'

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
