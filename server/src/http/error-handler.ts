import type { Failure } from '@sevadesk/contract/envelope-schemas.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, HttpError, notFound, tooLarge, unavailable, unsupportedMedia } from '../errors.ts'
import { isCall } from './security-headers.ts'
import { describeFailure } from './validation.ts'

/** The one place that turns a failure into an answer. A failure of our own making is logged and says nothing of its cause. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => sendFailure(reply, notFoundFor(request)))
}

/** Also for what goes wrong before a route is found, such as an address that cannot be decoded. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toHttpError(error)
  if (refusal) return sendFailure(reply, refusal)
  request.log.error({ err: error }, 'request failed')
  return sendFailure(reply, new HttpError(500, 'internal', 'Something went wrong on the server. Please try again.'))
}

function sendFailure(reply: FastifyReply, error: HttpError): FastifyReply {
  const { fields, retryAfter } = error.details
  const body: Failure = { success: false, message: error.message, code: error.code, ...(fields && { fields }) }
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  return reply
    .code(error.statusCode)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}

/** What the framework refuses, in our words; null for what is our own fault. */
function toHttpError(error: FastifyError): HttpError | null {
  if (error instanceof HttpError) return error
  if (error.validation) return badRequest(...describeFailure(error.validation))
  const status = error.statusCode ?? 500
  if (status === 413) return tooLarge('That is more than this call accepts.')
  if (status === 415) return unsupportedMedia('This kind of content is not accepted here.')
  if (status === 503) return unavailable('The server is stopping or busy. Please try again in a moment.')
  if (error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return badRequest('The call is not valid JSON.')
  }
  if (status >= 400 && status < 500)
    return new HttpError(status, 'bad_request', 'The server could not understand this call.')
  return null
}

function notFoundFor(request: FastifyRequest): HttpError {
  return notFound(isCall(request.url) ? 'There is no such call.' : undefined)
}
