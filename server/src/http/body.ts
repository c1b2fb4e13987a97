import type { FastifyInstance } from 'fastify'
import { unsupportedMedia } from '../errors.ts'

/** What a route takes: `none` ignores whatever comes, so that an empty call works with any content type and with none. */
export type BodyType = 'json' | 'multipart' | 'none'

declare module 'fastify' {
  interface FastifyContextConfig {
    body?: BodyType
  }
}

/** Bytes. Text of a form fits many times over; files do not come this way. */
export const JSON_BODY_LIMIT = 256 * 1024

const SENTENCES = {
  json: {
    en: 'Send this request as JSON, with the content type application/json.',
    hi: 'यहाँ JSON चाहिए: इसे application/json के रूप में भेजें।',
  },
  multipart: {
    en: 'Send this request as a form, with the content type multipart/form-data.',
    hi: 'यहाँ फ़ाइलों वाला फ़ॉर्म चाहिए: इसे multipart/form-data के रूप में भेजें।',
  },
} as const

/** Each route accepts its one content type and answers 415 to others. */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.body !== 'json' || body === '') return done(null, undefined)
    return parseJson(request, String(body), done)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))

  app.addHook('onRequest', async (request) => {
    const kind = request.routeOptions.config.body
    if (kind === undefined || kind === 'none') {
      // Whatever comes is read as nothing. The framework would refuse a type that it cannot make out.
      delete request.headers['content-type']
      return
    }
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    const wanted = kind === 'json' ? 'application/json' : 'multipart/form-data'
    const isLeftOut = kind === 'json' && type === undefined && !hasBody(request.headers)
    if (type !== wanted && !isLeftOut) throw unsupportedMedia(SENTENCES[kind])
  })
  // A call without any body is told which fields it lacks, like one with an empty object.
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.body === 'json') request.body ??= {}
  })
}

export function hasBody(headers: {
  'content-length'?: string | undefined
  'transfer-encoding'?: string | undefined
}): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
