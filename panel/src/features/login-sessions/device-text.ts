import { useLingui } from '@lingui/react/macro'

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
    return /^unknown$/i.test(location) ? t`Unknown place` : location
  }
}
