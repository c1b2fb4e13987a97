import { readSessionMark } from './identity/session-mark.ts'

interface EarlyRequest {
  response: Promise<Response>
  controller: AbortController
  /** The session mark when it was sent. */
  mark: string | null
}

/** Requests that were sent before the code that needs their responses had loaded, by URL. */
const requests = new Map<string, EarlyRequest>()

/** Sends a GET ahead of the `call` that will use its response. */
export function sendEarly(url: string, request: RequestInit): void {
  const controller = new AbortController()
  const response = fetch(url, { ...request, signal: controller.signal })
  response.catch(() => {}) // The call that takes it repeats a failed request.
  requests.set(url, { response, controller, mark: readSessionMark() })
}

/**
 * Returns the early response for a URL, once, and only to the session that asked for it. `signal`
 * aborts it, also while its body is read.
 */
export function takeEarly(url: string, signal: AbortSignal | null | undefined): Promise<Response> | undefined {
  const early = requests.get(url)
  if (!early) return undefined
  requests.delete(url)
  if (early.mark !== readSessionMark()) {
    early.controller.abort()
    return undefined
  }
  signal?.addEventListener('abort', () => early.controller.abort(), { once: true })
  if (signal?.aborted) early.controller.abort()
  return early.response
}

/** Aborts all that no call has taken: after a change or on another screen they would be stale. */
export function dropEarlyRequests(): void {
  for (const { controller } of requests.values()) controller.abort()
  requests.clear()
}
