import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../errors.ts'
import { incompleteUpload } from './upload-messages.ts'

/** The connection that an upload comes by, for as long as the upload is received. */
export interface UploadConnection {
  /** Aborted when the sender is gone, whether cancelled or cut off. */
  readonly gone: AbortSignal
  /** It is the server's turn: until `resumeIdleTimeout`, a connection on which nothing comes is not idle. */
  pauseIdleTimeout(): void
  /** It is the sender's turn again. */
  resumeIdleTimeout(): void
  /** To be called when the upload has its outcome. */
  release(): void
}

export function watchConnection({ socket }: FastifyRequest): UploadConnection {
  const gone = new AbortController()
  const onClose = () => gone.abort(badRequest(incompleteUpload()))
  if (socket.destroyed) onClose()
  else socket.once('close', onClose)
  // A call without a port has no line that could be idle.
  const line = socket instanceof Socket ? socket : undefined
  const idleMs = line?.timeout ?? 0
  return {
    gone: gone.signal,
    pauseIdleTimeout: () => void line?.setTimeout(0),
    resumeIdleTimeout: () => void line?.setTimeout(idleMs),
    release() {
      socket.off('close', onClose)
      line?.setTimeout(idleMs)
    },
  }
}
