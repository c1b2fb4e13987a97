import { randomInt } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** 2,048 common words of three to eight letters, of which no two begin with the same four. */
const WORDS: readonly string[] = wordlist

/**
 * Returns a password that is easy to type and meets the password requirements, such as
 * `River-lamp-ocean-basic-cloud7.`: five words and a digit, 58 bits.
 */
export function generatePassword(): string {
  const words = Array.from({ length: 5 }, () => WORDS[randomInt(WORDS.length)]).join('-')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${randomInt(10)}.`
}
