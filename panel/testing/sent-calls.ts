import { vi } from 'vitest'

const REPORT = 'POST /editing'

/** Notes each JSON request other than GET, such as `PUT /admin/7`, until mocks are restored. */
function watchRequests<Note>(noteOf: (call: string, init: RequestInit) => Note[]): Note[] {
  const notes: Note[] = []
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((address, init = {}) => {
    const { method = 'GET' } = init
    const [, path] = String(address).split('/api')
    if (method !== 'GET' && path) notes.push(...noteOf(`${method} ${path}`, init))
    return send(address, init)
  })
  return notes
}

const bodyOf = ({ body }: RequestInit): unknown => (typeof body === 'string' ? JSON.parse(body) : null)

/** Collects requests with their bodies, without the reports of open forms. */
export function watchCalls(): [call: string, body: unknown][] {
  return watchRequests((call, init) => (call === REPORT ? [] : [[call, bodyOf(init)]]))
}

/** Collects the reports that a form was opened or closed. */
export function watchReports(): unknown[] {
  return watchRequests((call, init) => (call === REPORT ? [bodyOf(init)] : []))
}

/** Collects the idempotency key of each request, `null` without one. */
export function watchCallKeys(): (string | null)[] {
  return watchCallHeader('Idempotency-Key')
}

/** Collects a header of each request, `null` without it. Leaves out the reports of open forms. */
export function watchCallHeader(name: string): (string | null)[] {
  return watchRequests((call, { headers }) => (call === REPORT ? [] : [new Headers(headers).get(name)]))
}
