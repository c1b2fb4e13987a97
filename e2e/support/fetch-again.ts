import { setTimeout as wait } from 'node:timers/promises'

/** Like `fetch`, but repeats a call that the server refused by overload, as its Retry-After asks. */
export async function fetchAgain(address: string, options?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, options)
    if (response.status !== 503 || !(await response.clone().text()).includes('"overloaded"')) return response
    await wait(1000 * Number(response.headers.get('retry-after')))
  }
}
