import { vi } from 'vitest'

interface HeldAnswers {
  /** The calls that wait, in their order: `GET /admin`. */
  calls: string[]
  release: () => void
}

/** Keeps every call from now on, or each that is named, from its answer until they are released together, or mocks are restored. */
export function holdAnswers(named?: string): HeldAnswers {
  const calls: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const fetchNow = window.fetch.bind(window)
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const [, path] = String(address).split('/api')
    if (!path) return fetchNow(address, init) // the test's own
    const call = `${init?.method ?? 'GET'} ${path}`
    if (named !== undefined && call !== named) return fetchNow(address, init)
    calls.push(call)
    await released
    return fetchNow(address, init)
  })
  return { calls, release }
}
