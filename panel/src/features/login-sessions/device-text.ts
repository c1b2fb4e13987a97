import { useLingui } from '@lingui/react/macro'
import { lastSeen } from '@sevadesk/contract/accounts/last-seen.ts'
import { useDeviceText, useLocationText } from '../../ui/format/device-text.ts'
import type { LoginSession } from './session.ts'

/**
 * The last-seen label (specification, section 4); empty if unknown. Both moments are in ms since
 * 1970.
 */
export function useLastSeenText(): (seenAt: number | undefined, now: number) => string {
  const { t } = useLingui()
  return (seenAt, now) => {
    if (seenAt === undefined) return ''
    const seen = lastSeen(seenAt, now)
    if (seen.unit === 'now') return t`Active now`
    const { count } = seen
    return seen.unit === 'hours' ? t`${count} hours ago` : t`${count} days ago`
  }
}

/**
 * Names a session by its device, with location, IP and last-seen label in brackets. `now` is in ms
 * since 1970.
 */
export function useSessionText(now: number): (session: LoginSession) => string {
  const deviceText = useDeviceText()
  const locationText = useLocationText()
  const lastSeenText = useLastSeenText()
  return ({ device, location, ip, lastSeenAt }) => {
    const details = [locationText(location), ip, lastSeenText(lastSeenAt, now)].filter(Boolean).join(', ')
    return details ? `${deviceText(device)} (${details})` : deviceText(device)
  }
}
