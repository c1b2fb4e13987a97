import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, notFound } from '../errors.ts'
import { isStoredPath } from '../media/media.ts'
import { VIDEO_TYPES } from '../media/videos/detect-video-type.ts'

/** Opened in a tab, a picture stands on a page of the browser's own making, which has its styles inline. */
const NOTHING_ELSE = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** A video opened in a tab is a page that fetches itself, in Chromium as one of its own origin: a sandbox would leave it black. */
const ALONE_ON_ITS_PAGE = "default-src 'none'; media-src 'self'"

/**
 * Serves `GET /media/…` from a folder, with ranges and conditional requests. A path never gets another content, so that an answer
 * may be kept for a year. What is served was sent by people: it is never more than a picture or a video to a browser.
 * With `?download` it is for keeping, also from a page of another origin, where a link's own wish to download is not heard.
 */
export async function registerMediaFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: directory, serve: false })
    scope.setErrorHandler((error, _request, reply) => {
      throw rangeRefusal(error, reply) ?? error
    })

    scope.get('/media/*', { config: { access: 'public' } }, (request, reply) => {
      const [path = '', query] = request.url.split('?')
      if (!isStoredPath(path)) throw notFound()
      reply.headers({
        'x-content-type-options': 'nosniff',
        'content-security-policy': isVideo(path) ? ALONE_ON_ITS_PAGE : NOTHING_ELSE,
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (new URLSearchParams(query).has('download')) reply.header('content-disposition', 'attachment')
      const isMov = path.endsWith('.mov')
      if (isMov) setQuicktimeType(request, reply)
      const file = path.slice('/media'.length)
      return reply.sendFile(file, directory, { maxAge: '365d', immutable: true, contentType: !isMov })
    })
  })
}

function isVideo(path: string): boolean {
  return VIDEO_TYPES.some((type) => path.endsWith(`.${type}`))
}

/** Chromium plays a MOV, but in a tab of its own it would download what does not go by the name of an MP4, its sibling. */
function setQuicktimeType(request: FastifyRequest, reply: FastifyReply): void {
  const isTab = request.headers['sec-fetch-dest'] === 'document'
  const vary = [reply.getHeader('vary'), 'Sec-Fetch-Dest'].filter(Boolean).join(', ')
  reply.headers({ 'content-type': isTab ? 'video/mp4' : 'video/quicktime', vary })
}

/** A range beyond the end comes as an error with the header that tells how long the file is. */
function rangeRefusal(error: unknown, reply: FastifyReply): HttpError | undefined {
  if (!(error instanceof Error && 'headers' in error && 'statusCode' in error && error.statusCode === 416))
    return undefined
  reply.headers(Object(error.headers))
  return new HttpError(416, 'bad_range', {
    en: 'The file is shorter than the requested range.',
    hi: 'फ़ाइल माँगे गए हिस्से से छोटी है।',
  })
}
