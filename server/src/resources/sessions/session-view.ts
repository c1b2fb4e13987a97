import type { Session } from '@sevadesk/contract/session-schemas.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Places } from '../../locations/location-database.ts'
import { plainAddress } from './limited-address.ts'
import { deviceOf } from './session-device.ts'
import { placeOf } from './session-place.ts'
import type { SessionRow } from './session-store.ts'

interface Seen {
  admin: SignedIn
  now: Date
  idleMs: number
  places: Places
}

/** One of `admin`'s sessions as its owner sees it. Active is what still lets somebody in. */
export function sessionView(row: SessionRow, { admin, now, idleMs, places }: Seen): Session {
  const ip = plainAddress(row.ip)
  const isIdle = now.getTime() - Date.parse(row.last_seen_at) >= idleMs
  return {
    _id: row.id,
    sessionId: row.id,
    device: deviceOf(row.user_agent),
    location: placeOf(ip, places),
    ip,
    lastSeenAt: row.last_seen_at,
    isActive: row.revoked_at === null && Date.parse(row.expires_at) > now.getTime() && !isIdle,
    isCurrent: row.id === admin.sessionId,
    adminId: { username: admin.username, email: admin.email },
  }
}
