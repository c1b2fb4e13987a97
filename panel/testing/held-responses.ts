import { vi } from 'vitest'

interface HeldResponses {
  /** The held requests, such as `GET /admin`. */
  calls: string[]
  release: () => void
}

/** Holds API requests, or only `named`, until `release`. Restored mocks let new requests pass. */
export function holdResponses(named?: string): HeldResponses {
  const calls: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const fetchNow = window.fetch.bind(window)
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const [, path] = String(address).split('/api')
    if (!path) return fetchNow(address, init) // not an API request
    const call = `${init?.method ?? 'GET'} ${path}`
    if (named !== undefined && call !== named) return fetchNow(address, init)
    calls.push(call)
    await released
    return fetchNow(address, init)
  })
  return { calls, release }
}
