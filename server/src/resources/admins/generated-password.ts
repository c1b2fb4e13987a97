import { randomInt } from 'node:crypto'
import { meetsPasswordRequirements } from '@sevadesk/contract/password.ts'

/** No characters that are mistaken for each other when read from a screen. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#%&*?'

/** 16 characters that meet the password requirements, some 95 bits. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (meetsPasswordRequirements(password)) return password
  }
}
