/** Responses of requests that were sent before the code that needs them had loaded, by URL. */
const responses = new Map<string, Promise<Response>>()

/** Sends a GET ahead of the `call` that will use its response. */
export function sendEarly(url: string, request: RequestInit): void {
  const response = fetch(url, request)
  response.catch(() => {}) // reported by the call that takes it
  responses.set(url, response)
}

/** Returns the early response for a URL, once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const response = responses.get(url)
  responses.delete(url)
  return response
}

/** Early responses are from before a change, so none may be used after it. */
export function dropEarlyResponses(): void {
  responses.clear()
}
