import { useState } from 'react'
import { createIdempotencyKeys, type Sending } from '../api/idempotency-keys.ts'
import { isServerResponse } from '../api/upload.ts'
import { useMe } from '../session/use-me.ts'

/**
 * Returns a function that sends one form with an idempotency key, if the backend has the
 * capability. The CORS rules of other backends could reject the header.
 */
export function useIdempotency(capability: 'uploads.once' | 'creates.once') {
  const isOnce = useMe()?.capabilities.includes(capability) ?? false
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
