import { useState } from 'react'
import { createIdempotencyKeys, type Sending } from '../api/idempotency-keys.ts'
import { isServerResponse, upload } from '../api/upload.ts'
import { useIsExtended } from '../session/use-me.ts'

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

/** `upload` for one form, with an idempotency key if the backend supports it. */
export function useUpload(): typeof upload {
  const sendOnce = useIdempotency()
  return (endpoint, input, files, options) => {
    // An added file creates its own record, so the key of a POST depends on the files.
    const record = [endpoint, 'params' in input && input.params, endpoint.method === 'POST' && files]
    const sending = { record, content: [input, files] }
    return sendOnce(sending, (key) => upload(endpoint, input, files, { ...options, key }))
  }
}
