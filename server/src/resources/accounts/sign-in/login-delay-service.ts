export const LOGIN_DELAY_MS = 2000
/** Delayed sign-ins at once, per account: each keeps a connection open. */
const MAX_WAITING = 20

const waiting = new Map<string, number>()

/**
 * Delays a sign-in to an account under attack. Returns false without a delay if too many sign-ins
 * to the account are waiting.
 */
export async function delayLogin(account: string): Promise<boolean> {
  const others = waiting.get(account) ?? 0
  if (others >= MAX_WAITING) return false
  waiting.set(account, others + 1)
  await new Promise((resolve) => setTimeout(resolve, LOGIN_DELAY_MS))
  const left = (waiting.get(account) ?? 1) - 1
  if (left > 0) waiting.set(account, left)
  else waiting.delete(account)
  return true
}
