/**
 * Whether a host has a stored file that a player could not play. An opaque cross-origin response
 * counts as available.
 */
export type MediaAvailability = 'available' | 'missing' | 'unreachable'

const TIMEOUT_MS = 10_000

/**
 * Sends a HEAD request: a media player reports a lost connection and an unsupported format as the
 * same error.
 */
export async function checkMediaAvailability(address: string, timeoutMs = TIMEOUT_MS): Promise<MediaAvailability> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  const request = (mode: RequestMode) =>
    fetch(address, { method: 'HEAD', mode, credentials: 'include', cache: 'no-store', signal: controller.signal })
  try {
    return availabilityOf(await request('cors').catch(() => request('no-cors')))
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

function availabilityOf({ type, status, headers }: Response): MediaAvailability {
  if (type === 'opaque' || status === 405 || status === 501) return 'available'
  if (status >= 500) return 'unreachable'
  // The host of a single-page app returns index.html for a missing file.
  return status >= 400 || /^text\/html\b/i.test(headers.get('content-type') ?? '') ? 'missing' : 'available'
}
