import { vi } from 'vitest'

/**
 * Collects JSON requests other than GET, such as `PUT /admin/7` with its body, until mocks are
 * restored.
 */
export function watchCalls(): [string, unknown][] {
  const calls: [string, unknown][] = []
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    const { method = 'GET', body } = init ?? {}
    const [, path] = String(address).split('/api')
    if (method !== 'GET' && path) calls.push([`${method} ${path}`, typeof body === 'string' ? JSON.parse(body) : null])
    return send(address, init)
  })
  return calls
}

/** Collects the idempotency key of each JSON request other than GET, `null` without one. */
export function watchCallKeys(): (string | null)[] {
  return watchCallHeader('Idempotency-Key')
}

/** Collects a header of each JSON request other than GET, `null` without it. */
export function watchCallHeader(name: string): (string | null)[] {
  const values: (string | null)[] = []
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    const { method = 'GET', headers } = init ?? {}
    if (method !== 'GET' && String(address).includes('/api/')) values.push(new Headers(headers).get(name))
    return send(address, init)
  })
  return values
}
