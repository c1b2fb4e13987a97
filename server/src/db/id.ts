import { randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * 24 hex characters: 12 of time, 4 of a counter within the millisecond, 8 random. Ids of one
 * process sort in order of creation. An id is not a secret.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else {
    counter += 1
    if (counter > 0xffff) {
      lastMs += 1
      counter = 0
    }
  }
  return lastMs.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + randomBytes(4).toString('hex')
}

export function isId(value: string): boolean {
  return /^[0-9a-f]{24}$/.test(value)
}
