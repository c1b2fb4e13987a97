import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, notFound } from '../errors.ts'
import { errorCode, isRegularFile } from '../media/disk-files.ts'
import type { FileStore, RemoteDelivery } from '../media/file-store.ts'
import { contentTypeOf, IMMUTABLE, isPrivatePath, parseStoredPath } from '../media/media.ts'
import { VIDEO_TYPES } from '../media/videos/detect-video-type.ts'
import { localised } from '../text/localised-text.ts'

/** In a tab, the browser shows a picture inside a page of its own, which has inline styles. */
const IMAGE_CSP = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/**
 * In a tab, Chromium loads a video from its own origin. `sandbox` would block that, and the video
 * would stay black.
 */
const VIDEO_CSP = "default-src 'none'; media-src 'self'"

/**
 * Serves `GET /media/…` with ranges and conditional requests. The content of a path never changes,
 * so responses are cached for a year. The headers keep uploaded files from acting as anything but
 * pictures or videos. `?download` makes the browser save the file, which a link's `download`
 * attribute cannot do across origins. Private files return 404, and so do files of deleted records:
 * `isDeleted` takes the stem of their paths.
 */
export async function registerMediaFiles(
  app: FastifyInstance,
  { delivery }: Pick<FileStore, 'delivery'>,
  isDeleted: (stem: string) => Promise<boolean>,
): Promise<void> {
  await app.register(async (scope) => {
    if ('directory' in delivery) await scope.register(fastifyStatic, { root: delivery.directory, serve: false })
    scope.setErrorHandler((error, _request, reply) => {
      throw rangeRefusal(error, reply) ?? error
    })

    scope.get('/media/*', { config: { access: 'public' } }, async (request, reply) => {
      const [path = '', query] = request.url.split('?')
      const { stem } = parseStoredPath(path) ?? {}
      if (stem === undefined || isPrivatePath(path) || (await isDeleted(stem))) throw notFound()
      const isDownload = new URLSearchParams(query).has('download')
      if (!('directory' in delivery)) return sendRemote(delivery, { path, isDownload, request, reply })
      const file = path.slice('/media'.length)
      if (!(await isRegularFile(join(delivery.directory, file)))) throw notFound()
      setHeaders(path, isDownload, reply)
      const isMov = path.endsWith('.mov')
      if (isMov) setQuicktimeType(request, reply)
      return reply.sendFile(file, delivery.directory, { maxAge: '365d', immutable: true, contentType: !isMov })
    })
  })
}

function setHeaders(path: string, isDownload: boolean, reply: FastifyReply): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'content-security-policy': isVideo(path) ? VIDEO_CSP : IMAGE_CSP,
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (isDownload) reply.header('content-disposition', 'attachment')
}

/** The origin from which browsers fetch files by a redirect. */
export function redirectOrigin({ delivery }: Pick<FileStore, 'delivery'>): string | undefined {
  return 'redirect' in delivery ? delivery.redirect?.origin : undefined
}

/** So long browsers ask for no other address. */
const REDIRECT_CACHE_MS = 15 * 60_000

interface RemoteFile {
  path: string
  isDownload: boolean
  request: FastifyRequest
  reply: FastifyReply
}

async function sendRemote(delivery: RemoteDelivery, { path, isDownload, request, reply }: RemoteFile) {
  const isHead = request.method === 'HEAD'
  if (path.endsWith('.mov')) setQuicktimeType(request, reply)
  else reply.type(contentTypeOf(path))
  // The panel asks by HEAD whether there is a file; its policy allows no such call to another host.
  if (delivery.redirect && !isHead) {
    const contentType = String(reply.getHeader('content-type'))
    const { url, validForMs } = await delivery.redirect.sign(path, { contentType, isDownload })
    const seconds = Math.floor(Math.max(0, Math.min(REDIRECT_CACHE_MS, validForMs)) / 1000)
    return reply.header('cache-control', `private, max-age=${seconds}`).redirect(url, 302)
  }
  const found = await delivery.respond(path, { isHead, headers: request.headers }).catch((error: unknown) => {
    throw errorCode(error) === 'ENOENT' ? notFound() : error
  })
  reply.headers(found.headers)
  if (found.status === 416) throw badRange()
  setHeaders(path, isDownload, reply)
  reply.code(found.status).header('cache-control', IMMUTABLE)
  // Without a payload, Fastify would tell HEAD a length of 0.
  return reply.send(found.body ?? Readable.from([]))
}

function isVideo(path: string): boolean {
  return VIDEO_TYPES.some((type) => path.endsWith(`.${type}`))
}

/** Opened in a tab, Chromium downloads video/quicktime but plays the file if sent as video/mp4. */
function setQuicktimeType(request: FastifyRequest, reply: FastifyReply): void {
  const isTab = request.headers['sec-fetch-dest'] === 'document'
  const vary = [reply.getHeader('vary'), 'Sec-Fetch-Dest'].filter(Boolean).join(', ')
  reply.headers({ 'content-type': isTab ? 'video/mp4' : 'video/quicktime', vary })
}

/** Keeps the Content-Range header of the error, which holds the file's length. */
function rangeRefusal(error: unknown, reply: FastifyReply): HttpError | undefined {
  if (!(error instanceof Error && 'headers' in error && 'statusCode' in error && error.statusCode === 416))
    return undefined
  reply.headers(Object(error.headers))
  return badRange()
}

function badRange(): HttpError {
  return new HttpError(416, 'bad_range', localised('The file is shorter than the requested range.'))
}
