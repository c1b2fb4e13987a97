import { tooMany } from '../../errors.ts'
import { tooManyLogins } from './login-messages.ts'

const DELAY_MS = 2000
/** Delayed sign-ins at once, of all accounts: each keeps a connection open. */
const MAX_WAITING = 20

let waiting = 0

/** Delays a sign-in to an account under attack. Throws tooMany() if too many are waiting. */
export async function delayLogin(): Promise<void> {
  if (waiting >= MAX_WAITING) throw tooMany(tooManyLogins(DELAY_MS), DELAY_MS / 1000)
  waiting += 1
  try {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
  } finally {
    waiting -= 1
  }
}
