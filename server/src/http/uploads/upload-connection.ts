import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../errors.ts'
import { incompleteUpload } from './upload-messages.ts'

/** The connection of an upload while it is received. */
export interface UploadConnection {
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal
  /** Call it while the server works and the client has nothing to send. */
  pauseIdleTimeout(): void
  resumeIdleTimeout(): void
  release(): void
}

export function watchConnection({ socket }: FastifyRequest): UploadConnection {
  const disconnection = new AbortController()
  const onClose = () => disconnection.abort(badRequest(incompleteUpload()))
  if (socket.destroyed) onClose()
  else socket.once('close', onClose)
  // `app.inject` has no network socket.
  const networkSocket = socket instanceof Socket ? socket : undefined
  const idleMs = networkSocket?.timeout ?? 0
  return {
    disconnected: disconnection.signal,
    pauseIdleTimeout: () => void networkSocket?.setTimeout(0),
    resumeIdleTimeout: () => void networkSocket?.setTimeout(idleMs),
    release() {
      socket.off('close', onClose)
      networkSocket?.setTimeout(idleMs)
    },
  }
}
