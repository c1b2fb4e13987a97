import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret for one account. The account's id is authenticated with it, so that a row
 * copied to another account does not open.
 */
export function encryptSecret(key: Buffer, adminId: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(adminId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns undefined for another key, another account or a changed text. */
export function decryptSecret(key: Buffer, adminId: string, encrypted: string): Buffer | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(adminId)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Whether the key opens one of the secrets, or there is none. The others may be damaged rows. */
export function opensAny(key: Buffer, secrets: readonly { adminId: string; secret: string }[]): boolean {
  return secrets.length === 0 || secrets.some(({ adminId, secret }) => decryptSecret(key, adminId, secret))
}

const RECOVERY_CODES = 10

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
