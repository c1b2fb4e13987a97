import { useLingui } from '@lingui/react/macro'
import { lastSeen } from '@sevadesk/contract/last-seen.ts'
import type { LoginSession } from './session.ts'

/** "Chrome on Android" as the reader's language says it. What is written otherwise stays as it is. */
export function useDeviceText(): (device: string) => string {
  const { t } = useLingui()
  return (device) => {
    if (device === '' || /^unknown( (device|browser))?$/i.test(device)) return t`Unknown device`
    const [, browser, system] = /^(.{1,60}?) on (.{1,60})$/.exec(device) ?? []
    return browser && system ? t`${browser} on ${system}` : device
  }
}

/** Where a session was last seen; our server's two words for what has no place on the map come in the reader's language. */
export function usePlaceText(): (location: string) => string {
  const { t } = useLingui()
  return (location) => {
    if (location === 'Local network') return t`Local network`
    return /^unknown$/i.test(location) ? t`Unknown location` : location
  }
}

/** The last-seen label (specification, section 4), of a moment in ms since 1970; empty where it is not known. */
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

/** The device, and in brackets all that tells a login from another on the same kind; it stands in a sentence as one name. `now` is when the list was fetched, in ms since 1970. */
export function useSessionText(now: number): (session: LoginSession) => string {
  const deviceText = useDeviceText()
  const placeText = usePlaceText()
  const lastSeenText = useLastSeenText()
  return ({ device, location, ip, lastSeenAt }) => {
    const details = [placeText(location), ip, lastSeenText(lastSeenAt, now)].filter(Boolean).join(', ')
    return details ? `${deviceText(device)} (${details})` : deviceText(device)
  }
}
