import type { Db } from '../../db/schema.ts'
import { forgetFailures } from '../sessions/login-attempt-service.ts'
import { usernameKey } from './username-key.ts'

/**
 * Under what word failed guesses at an account's password are counted where somebody is signed in to it. Its name would not do: they could give
 * the account another one after every tenth. No name is folded to this, since folded names have no capitals.
 */
export function guessesWithin(adminId: string): string {
  return `Signed in: ${adminId}`
}

/** After somebody else has set the password: the person who forgot it does not wait for the end of their own failures. */
export async function forgetGuesses(db: Db, { _id, username }: { _id: string; username: string }): Promise<void> {
  await forgetFailures(db, usernameKey(username))
  await forgetFailures(db, guessesWithin(_id))
}
