import { ApiError } from './api-error.ts'
import { unverifiedChange } from './identity/session-mark.ts'

/** In ms. Long, because Safari may start a download late. */
const REVOKE_DELAY_MS = 60_000

/** Saves a blob under this name. Throws ApiError if another account may be signed in by now. */
export function saveFile(file: Blob, name: string): void {
  if (unverifiedChange()) throw new ApiError({ kind: 'http', status: 401 })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS)
}
