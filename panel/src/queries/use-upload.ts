import { upload } from '../api/upload.ts'
import { useIdempotency } from './use-idempotency.ts'

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
