import type { Failure } from '@sevadesk/contract/base/envelope-schemas.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, HttpError, notFound, tooLarge, unavailable, unsupportedMedia } from '../errors.ts'
import { type LocalisedText, localised, requestedLanguage } from '../text/localised-text.ts'
import { FALLBACK_HEADERS, isApiUrl } from './security-headers.ts'
import { findStorageFault, type StorageFault, storageRefusal } from './storage-fault.ts'
import { describeValidationErrors } from './validation.ts'

/**
 * Turns every error into a response. Unexpected errors are logged; their response does not reveal
 * the cause. `onFault` receives each failure of disk or database.
 */
export function registerErrorHandler(app: FastifyInstance, onFault?: (fault: StorageFault) => void): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = findStorageFault(error)
    if (fault) onFault?.(fault)
    return handleError(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, notFoundFor(request)))
}

/** For errors before routing and hooks, such as a URL that cannot be decoded. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return handleError(error, request, reply.headers(FALLBACK_HEADERS))
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toHttpError(error, request) ?? refuseForStorage(error)
  // A refusal has a cause only if the server is at fault.
  if (refusal?.cause) request.log.error({ err: refusal.cause }, 'request refused because of a server error')
  if (refusal) return sendFailure(request, reply, refusal)
  request.log.error({ err: error }, 'unexpected error')
  return sendFailure(request, reply, new HttpError(500, 'internal', SERVER_ERROR))
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, { statusCode, code, sentence, details }: HttpError) {
  const language = requestedLanguage(request.headers['accept-language'])
  const { fields, retryAfter, current, ticket, warnings } = details
  const body: Failure = {
    success: false,
    message: sentence(language),
    code,
    ...(fields && { fields: inLanguage(fields, language) }),
    ...(current && { current }),
    ...(ticket !== undefined && { ticket }),
    ...(warnings && { warnings: warnings.map(({ code, sentence }) => ({ code, message: sentence(language) })) }),
  }
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  return reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-language': language })
    .send(body)
}

function inLanguage(fields: Record<string, LocalisedText>, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, sentence]) => [field, sentence(language)]))
}

const SERVER_ERROR = localised('Something went wrong on the server. Please try again.')
const TOO_LARGE = localised('The request is too large.')
const WRONG_TYPE = localised('This type of content is not accepted here.')
const BUSY = localised('The server is busy or shutting down. Please try again in a moment.')
const NOT_JSON = localised('The request is not valid JSON.')
const NOT_UNDERSTOOD = localised('The server could not understand this request.')
const UNKNOWN_CALL = localised('There is nothing at this API address.')

/** Converts an expected error, also Fastify's, to an HttpError. Returns null for other errors. */
function toHttpError(error: FastifyError, { routeOptions }: FastifyRequest): HttpError | null {
  if (error instanceof HttpError) return error
  if (error.validation) {
    const { validation, validationContext: part } = error
    const { params, querystring, body, multipart } = routeOptions.config.endpoint?.schemas ?? {}
    // The text of a form has no context.
    const schema = part === undefined ? multipart : { params, querystring, body, headers: undefined }[part]
    return badRequest(...describeValidationErrors(validation, schema, part))
  }
  const status = error.statusCode ?? 500
  if (status === 413) return tooLarge(TOO_LARGE)
  if (status === 415) return unsupportedMedia(WRONG_TYPE)
  if (status === 503) return unavailable(BUSY)
  if (error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return badRequest(NOT_JSON)
  }
  // @fastify/static returns 403 for a path outside its folder.
  if (status === 403 || status === 404) return notFound()
  if (status >= 400 && status < 500) return new HttpError(status, 'bad_request', NOT_UNDERSTOOD)
  return null
}

/** The cause is logged. */
function refuseForStorage(error: FastifyError): HttpError | null {
  const fault = findStorageFault(error)
  return fault ? Object.assign(storageRefusal(fault), { cause: error }) : null
}

function notFoundFor(request: FastifyRequest): HttpError {
  return notFound(isApiUrl(request.url) ? UNKNOWN_CALL : undefined)
}
