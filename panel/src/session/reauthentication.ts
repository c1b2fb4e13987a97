import { ApiError } from '../api/api-error.ts'
import { createStore } from '../ui/base/create-store.ts'

/** What the server wants before a change: a code of the second step, or the password. */
type Challenge = 'code' | 'password'

const CHALLENGES = new Map<string | undefined, Challenge>([
  ['code_required', 'code'],
  ['password_required', 'password'],
])

/** `answer` resolves the request that waits for the user; undefined if none does. */
const request = createStore<{ challenge: Challenge; answer: (isGiven: boolean) => void } | undefined>(undefined)

/**
 * Asks the user in a dialog over the page. Resolves to true once the server has accepted what was
 * entered, to false if the user cancelled.
 */
function ask(challenge: Challenge): Promise<boolean> {
  answerChallenge(false)
  return new Promise((answer) => request.set({ challenge, answer }))
}

export function answerChallenge(isGiven: boolean): void {
  request.get()?.answer(isGiven)
  request.set(undefined)
}

export function useChallenge(): Challenge | undefined {
  return request.use()?.challenge
}

/**
 * Sends a change. While the server wants a code or the password first, asks the user for it and
 * sends the change again. Throws the refusal if the user cancels.
 */
export async function withReauthentication<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    const challenge = error instanceof ApiError ? CHALLENGES.get(error.code) : undefined
    if (!challenge || !(await ask(challenge))) throw error
    return withReauthentication(send)
  }
}
