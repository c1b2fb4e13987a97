import { useState } from 'react'
import { createIdempotencyKeys } from '../api/idempotency-keys.ts'
import { isServerResponse, upload } from '../api/upload.ts'
import { useMe } from '../session/use-me.ts'

/**
 * `upload` for one form, with an idempotency key if the backend supports it. The CORS rules of
 * other backends could reject the header.
 */
export function useUpload(): typeof upload {
  const isOnce = useMe()?.capabilities.includes('uploads.once') ?? false
  const [keys] = useState(() => createIdempotencyKeys())
  const uploadOnce: typeof upload = async (endpoint, input, files, options) => {
    // An added file creates its own record, so the key of a POST depends on the files.
    const record = [endpoint, 'params' in input && input.params, endpoint.method === 'POST' && files]
    const sending = { record, content: [input, files] }
    try {
      const response = await upload(endpoint, input, files, { ...options, key: keys.keyOf(sending) })
      keys.markAnswered(sending)
      return response
    } catch (error) {
      if (isServerResponse(error)) keys.markAnswered(sending)
      throw error
    }
  }
  return isOnce ? uploadOnce : upload
}
