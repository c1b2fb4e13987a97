import { randomInt } from 'node:crypto'
import { meetsPasswordRequirements } from '@sevadesk/contract/password.ts'

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#%&*?'

/** Returns 16 characters (95 bits) that meet the password requirements. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (meetsPasswordRequirements(password)) return password
  }
}
