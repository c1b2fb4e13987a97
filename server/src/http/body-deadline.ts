import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendTimeout } from './client-error.ts'
import { hasBody } from './request-checks.ts'

/** Bytes that a refused form must send in each interval to keep its connection. */
const MIN_FORM_BYTES = 32 * 1024
/**
 * Intervals after which the connection of a refused form is closed, even if more data arrives.
 * Chromium still shows our message after that; Firefox and WebKit report a lost connection.
 */
const MAX_FORM_INTERVALS = 4

/**
 * Limits the time in which a body must arrive, so that clients cannot hold connections by sending
 * it byte by byte. An upload that has passed the access check may take any time; only the idle
 * timeout of its connection applies.
 */
export function registerBodyDeadline(app: FastifyInstance, deadlineMs: number): void {
  const watched = new WeakMap<IncomingMessage, () => void>()
  // On the HTTP server, because Fastify refuses some requests before any hook runs.
  app.server.on('request', (request, response) => {
    if (hasBody(request.headers)) watched.set(request, watch(request, response, deadlineMs))
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.routeOptions.config.body === 'multipart') watched.get(request.raw)?.()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isUnread = hasBody(request.headers) && !request.raw.readableEnded && !request.raw.destroyed
    // Excludes a retry that got the stored response of its key: its client may still be sending and
    // reads the response only afterwards.
    const isRefused = reply.statusCode >= 400
    // An injected request has no connection.
    const hasConnection = request.raw.socket instanceof Socket
    if (isUnread && isRefused && hasConnection && request.routeOptions.config.body === 'multipart')
      watch(request.raw, reply.raw, deadlineMs)
    done()
  })
}

/** Returns a function that stops the watch. */
function watch(request: IncomingMessage, response: ServerResponse, deadlineMs: number): () => void {
  const { socket } = request
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data') ?? false
  let bytesRead = socket.bytesRead
  let intervals = 0
  const timer = setInterval(() => {
    intervals += 1
    const isSending = isForm && socket.bytesRead - bytesRead >= MIN_FORM_BYTES && intervals < MAX_FORM_INTERVALS
    bytesRead = socket.bytesRead
    if (isSending) return
    clearInterval(timer)
    if (response.headersSent) socket.destroy()
    else sendTimeout(socket)
  }, deadlineMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('error', stop)
  return stop
}
