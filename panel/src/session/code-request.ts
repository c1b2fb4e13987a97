import { ApiError } from '../api/api-error.ts'
import { createStore } from '../ui/base/create-store.ts'

/** Resolves the request that waits for the user; undefined if none does. */
const request = createStore<((isGiven: boolean) => void) | undefined>(undefined)

/**
 * Asks the user for a code of the second step, in a dialog over the page. Resolves to true once the
 * server has accepted one, to false if the user cancelled.
 */
function askForCode(): Promise<boolean> {
  answerCodeRequest(false)
  return new Promise((resolve) => request.set(resolve))
}

export function answerCodeRequest(isGiven: boolean): void {
  request.get()?.(isGiven)
  request.set(undefined)
}

export function useIsCodeRequested(): boolean {
  return request.use() !== undefined
}

/**
 * Sends a change. If the server wants a code of the second step first, asks the user for one and
 * sends the change again. Throws the refusal if the user cancels.
 */
export async function withCode<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'code_required') || !(await askForCode())) throw error
    return send()
  }
}
