import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './body.ts'
import { sendTimeout } from './client-error.ts'

/**
 * Bytes per look that keep a form alive which has been refused. A browser that is still sending its photos reads our sentence only
 * when it is through; one that sends a byte now and then only wants the connection.
 */
const FORM_BYTES = 32 * 1024
/**
 * For so many looks. Nobody is to send for an hour what was refused in its first second: then the connection is closed, on which
 * Chromium shows our sentence nevertheless, and Firefox and WebKit that the connection was lost.
 */
const FORM_LOOKS = 4

/**
 * Gives a body so many milliseconds to arrive whole, so that nobody holds connections open by sending byte after byte. An upload
 * that has passed the access check may take any time; there the connection's own limit of idleness holds.
 */
export function registerBodyDeadline(app: FastifyInstance, deadlineMs: number): void {
  const watched = new WeakMap<IncomingMessage, () => void>()
  // Below the framework: what it refuses before any hook has a body too.
  app.server.on('request', (request, response) => {
    if (hasBody(request.headers)) watched.set(request, watch(request, response, deadlineMs))
  })
  app.addHook('preParsing', async (request) => {
    if (request.routeOptions.config.body === 'multipart') watched.get(request.raw)?.()
  })
  app.addHook('onResponse', async (request, reply) => {
    const isLeftover = hasBody(request.headers) && !request.raw.readableEnded && !request.raw.destroyed
    // What was carried out before is no refusal: its sender learns so only when all has left, however slow the line.
    const isRefused = reply.statusCode >= 400
    if (isLeftover && isRefused && request.routeOptions.config.body === 'multipart')
      watch(request.raw, reply.raw, deadlineMs)
  })
}

/** Answers how to stop watching. */
function watch(request: IncomingMessage, response: ServerResponse, deadlineMs: number): () => void {
  const { socket } = request
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data') ?? false
  let seen = socket.bytesRead
  let looks = 0
  const timer = setInterval(() => {
    looks += 1
    const isFlowing = isForm && socket.bytesRead - seen >= FORM_BYTES && looks < FORM_LOOKS
    seen = socket.bytesRead
    if (isFlowing) return
    clearInterval(timer)
    if (response.headersSent) socket.destroy()
    else sendTimeout(socket)
  }, deadlineMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('error', stop)
  return stop
}
