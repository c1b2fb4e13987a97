import { useState } from 'react'
import { createSendKeys } from '../api/send-keys.ts'
import { isAnswer, upload } from '../api/upload.ts'
import { useMe } from '../session/use-me.ts'

/**
 * `upload` for one form. A backend that can carry out a sending once gets a key with it, so that trying again after a lost answer
 * never stores anything twice; no other backend is sent a header that it may not allow.
 */
export function useUpload(): typeof upload {
  const isOnce = useMe()?.capabilities.includes('uploads.once') ?? false
  const [keys] = useState(() => createSendKeys())
  const uploadOnce: typeof upload = async (endpoint, input, files, options) => {
    // Each file that is added makes a record of its own; a record that is changed is the same with any file.
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
