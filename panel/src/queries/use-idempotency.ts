import { useState } from 'react'
import { createIdempotencyKeys, type Sending } from '../api/idempotency-keys.ts'
import { isServerResponse } from '../api/upload.ts'
import { useIsExtended } from '../session/use-is-extended.ts'

/**
 * Returns a function that sends one form with an idempotency key, unless the backend is plain:
 * its CORS rules could reject the header.
 */
export function useIdempotency() {
  const isOnce = useIsExtended()
  const [keys] = useState(() => createIdempotencyKeys())
  return async <Response>(
    sending: Sending,
    send: (key: string | undefined) => Promise<Response>,
  ): Promise<Response> => {
    if (!isOnce) return send(undefined)
    try {
      const response = await send(keys.keyOf(sending))
      keys.markAnswered(sending)
      return response
    } catch (error) {
      if (isServerResponse(error)) keys.markAnswered(sending)
      throw error
    }
  }
}
