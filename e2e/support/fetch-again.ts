import { setTimeout as wait } from 'node:timers/promises'

/** The server's Retry-After, in ms, when it refuses a call because it is overloaded. */
export const OVERLOAD_PAUSE_MS = 5000

/** Like `fetch`, but repeats a call that the server refused by overload. */
export async function fetchAgain(address: string, options?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, options)
    if (response.status !== 503 || !(await response.clone().text()).includes('"overloaded"')) return response
    await wait(OVERLOAD_PAUSE_MS)
  }
}
