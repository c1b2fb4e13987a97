import { useState } from 'react'
import { createSendKeys } from '../api/send-keys.ts'
import { isAnswer, upload } from '../api/upload.ts'
import { useMe } from '../session/use-me.ts'

/**
 * `upload` for one form, with an idempotency key where the backend supports it. Another backend's
 * CORS could reject the header.
 */
export function useUpload(): typeof upload {
  const isOnce = useMe()?.capabilities.includes('uploads.once') ?? false
  const [keys] = useState(() => createSendKeys())
  const uploadOnce: typeof upload = async (endpoint, input, files, options) => {
    // Each added file creates a record, so its key depends on the file.
    const record = [endpoint, 'params' in input && input.params, endpoint.method === 'POST' && files]
    const sending = { record, content: [input, files] }
    try {
      const answer = await upload(endpoint, input, files, { ...options, key: keys.keyOf(sending) })
      keys.answered(sending)
      return answer
    } catch (error) {
      if (isAnswer(error)) keys.answered(sending)
      throw error
    }
  }
  return isOnce ? uploadOnce : upload
}
