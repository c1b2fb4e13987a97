import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'

/** JSON lines on standard output. Errors are cut down to what helps: a database names values in the rest. */
export function loggerOptions({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        stack: error.stack ?? '',
        ...(error.code !== undefined && { code: error.code }),
      }),
    },
  }
}

/** One line for each answer: no headers, no bodies, no query string. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      path: safePath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      ...(request.admin && { adminId: request.admin.id }),
      ...(error && { err: error }),
    }
    if (error) request.log.error(line, 'request errored')
    else request.log[isAsset(request, reply) ? 'debug' : 'info'](line, 'request completed')
  }
}

/** A path that carries a secret, such as a receipt's token, is logged by its pattern. */
function safePath(request: FastifyRequest): string {
  const pattern = request.routeOptions.url
  if (pattern?.includes(':token')) return pattern
  return request.url.split('?', 1)[0] ?? request.url
}

/** Pages, pictures and health checks come by the dozen and say little. */
function isAsset(request: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.routeOptions.config.access === 'public' && reply.statusCode < 400
}
