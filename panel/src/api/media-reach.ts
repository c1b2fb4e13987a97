/**
 * Whether a host has a stored file that a player could not play. An opaque cross-origin response
 * counts as `there`.
 */
export type MediaReach = 'there' | 'missing' | 'unreachable'

const TIMEOUT_MS = 10_000

/**
 * Sends a HEAD request: a media player reports a lost connection and an unsupported format as the
 * same error.
 */
export async function reachMedia(address: string, timeoutMs = TIMEOUT_MS): Promise<MediaReach> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  const ask = (mode: RequestMode) =>
    fetch(address, { method: 'HEAD', mode, credentials: 'include', cache: 'no-store', signal: controller.signal })
  try {
    return reachOf(await ask('cors').catch(() => ask('no-cors')))
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

function reachOf({ type, status, headers }: Response): MediaReach {
  if (type === 'opaque' || status === 405 || status === 501) return 'there'
  if (status >= 500) return 'unreachable'
  // A host of single-page apps returns its page for a missing file.
  return status >= 400 || /^text\/html\b/i.test(headers.get('content-type') ?? '') ? 'missing' : 'there'
}
