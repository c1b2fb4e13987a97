import type { Session } from '@sevadesk/contract/accounts/session-schemas.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { LocationDatabase } from '../../locations/location-database.ts'
import { isLocalAddress, plainAddress } from '../../text/ip-address.ts'
import { deviceOf } from './session-device.ts'
import type { SessionRow } from './session-store.ts'

interface ViewOptions {
  admin: SignedIn
  now: Date
  idleMs: number
  locations: LocationDatabase
}

/** A session as its owner sees it. */
export function sessionView(row: SessionRow, { admin, now, idleMs, locations }: ViewOptions): Session {
  const isIdle = now.getTime() - Date.parse(row.last_seen_at) >= idleMs
  return {
    _id: row.id,
    sessionId: row.id,
    device: deviceOf(row.user_agent),
    ...whereFrom(row.ip, locations),
    // The clock may have been ahead.
    lastSeenAt: new Date(Math.min(Date.parse(row.last_seen_at), now.getTime())).toISOString(),
    isActive: row.revoked_at === null && Date.parse(row.expires_at) > now.getTime() && !isIdle,
    isCurrent: row.id === admin.sessionId,
    ...(row.trusted_until && row.trusted_until > now.toISOString() && { trustedUntil: row.trusted_until }),
    adminId: { username: admin.username, email: admin.email },
  }
}

/** Returns the address as people write it, and its location. */
export function whereFrom(address: string, locations: LocationDatabase): { ip: string; location: string } {
  const ip = plainAddress(address)
  return { ip, location: isLocalAddress(ip) ? 'Local network' : (locations.find(ip) ?? 'Unknown') }
}
