import { createHmac, hkdfSync, randomInt } from 'node:crypto'

export const RECOVERY_CODES = 10

/** Without characters that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** 50 bits. The keyed hash cannot be tried without the key file. */
const LENGTH = 10

/** Returns new codes such as `k7f2q-9mxw3`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
  })
}

/** The hash under which an account's code is stored. Ignores case, spaces and hyphens. */
export function hashRecoveryCode(key: Buffer, adminId: string, code: string): string {
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'recovery codes', 32))
  const text = code.toLowerCase().replace(/[^0-9a-z]/g, '')
  return createHmac('sha256', hashKey).update(`${adminId} ${text}`).digest('hex')
}
