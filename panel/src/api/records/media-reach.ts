/**
 * How a stored file stands when a player could not play it: `there` it answers, so that the player is at fault; `missing` the host has no
 * such file; `unreachable` no answer came. Where a host lets nobody see its answer, any answer counts as `there`.
 */
export type MediaReach = 'there' | 'missing' | 'unreachable'

const PATIENCE_MS = 10_000

/** Asks for the head of a file alone; browsers report a lost line and a file of an unknown kind to a player as the same failure. */
export async function reachMedia(address: string, patienceMs = PATIENCE_MS): Promise<MediaReach> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patienceMs)
  const ask = (mode: RequestMode) =>
    fetch(address, { method: 'HEAD', mode, credentials: 'include', cache: 'no-store', signal: waiting.signal })
  try {
    return judge(await ask('cors').catch(() => ask('no-cors')))
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

function judge({ type, status, headers }: Response): MediaReach {
  if (type === 'opaque' || status === 405 || status === 501) return 'there'
  if (status >= 500) return 'unreachable'
  // A host of single-page sites answers its page for every file that it does not have.
  return status >= 400 || /^text\/html\b/i.test(headers.get('content-type') ?? '') ? 'missing' : 'there'
}
