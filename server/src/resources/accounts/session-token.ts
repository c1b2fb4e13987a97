import { hash } from 'node:crypto'

/** Returns what the database stores in place of a session's token. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
