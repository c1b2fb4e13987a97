import { renameSync, statSync } from 'node:fs'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pino from 'pino'
import type { Config } from '../config.ts'
import { reasonOf, StartError } from '../errors.ts'

/** The log file is then renamed to end in `.1`, which replaces the earlier one. */
const LOG_FILE_MAX_BYTES = 10 * 1024 * 1024
/** Lines that wait while the disk is full; later ones are dropped. */
const WAITING_MAX_BYTES = 1024 * 1024

let logFile: string | undefined
let output: ReturnType<typeof openOutput> | undefined
/** pino's number of `error`; `fatal` is above it. */
const ERROR_LEVEL = 50
let lines = ''
process.on('exit', writeLines)

/**
 * Writes the lines of one turn of the event loop together, because each write takes a tenth of the
 * time of a short call. Errors are written at once, with the lines before them. A process that is
 * killed or crashes in native code loses the other lines of its last turn.
 */
const stream = {
  // pino then sets `lastLevel` before each line.
  [Symbol.for('pino.metadata')]: true,
  lastLevel: 0,
  write(line: string): void {
    if (lines === '') setImmediate(writeLines)
    lines += line
    if (this.lastLevel >= ERROR_LEVEL) writeLines()
  },
}

/** Writes the log to this file instead of to standard output. Throws StartError. */
export function logToFile(file: string): void {
  try {
    output = openOutput({ dest: file, mkdir: true, mode: 0o600 })
  } catch (error) {
    throw new StartError(`The log file ${file} (LOG_FILE) cannot be written to: ${reasonOf(error)}.`)
  }
  logFile = file
}

/** Writes the waiting lines, so that what is printed next comes after them. */
export function writeLines(): void {
  if (lines === '') return
  const text = lines
  lines = ''
  output ??= openOutput()
  output.write(text)
  try {
    rotate(output)
  } catch {
    // The server goes on with the open file, and the next line tries again.
  }
}

function openOutput(destination: { dest?: string; mkdir?: boolean; mode?: number } = {}) {
  const opened = pino.destination({ ...destination, sync: true, maxLength: WAITING_MAX_BYTES })
  opened.on('error', () => {}) // A full disk must not stop the server.
  opened.on('drop', () => opened.write('')) // Tries again to write the lines that wait.
  return opened
}

function rotate(opened: ReturnType<typeof openOutput>): void {
  if (logFile === undefined) return
  const facts = statSync(logFile, { throwIfNoEntry: false })
  if (facts && facts.size <= LOG_FILE_MAX_BYTES) return
  if (facts) renameSync(logFile, `${logFile}.1`)
  opened.reopen()
}

/**
 * Logs JSON lines. Logs only these fields of an error, because others of a
 * database error contain values of rows.
 */
export function loggerOptions({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    stream,
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

/** One line per response, without headers, bodies and query strings. */
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
    if (error) request.log.error(line, 'request failed')
    else request.log[isPublicRead(request, reply) ? 'debug' : 'info'](line, 'request completed')
  }
}

/** In characters. */
const PATH_MAX = 200
/** A receipt's token and what follows it, on any path and with any method. */
const AFTER_RECEIPT = /(receipt(?:\/|%2f)+).*/is
/** As long as a token or longer; ids and file names are shorter. */
const TOKEN_LIKE = /[\w-]{40,}/g

/**
 * Returns the request's path for the log: without query string and secrets, at most PATH_MAX
 * characters.
 */
function safePath({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  return path.replace(AFTER_RECEIPT, '$1:token').replace(TOKEN_LIKE, ':token').slice(0, PATH_MAX)
}

function isPublicRead(request: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.routeOptions.config.access === 'public' && reply.statusCode < 400
}
