import { useLingui } from '@lingui/react/macro'

/** Translates "Chrome on Android" and unknown devices; returns any other text unchanged. */
export function useDeviceText(): (device: string) => string {
  const { t } = useLingui()
  return (device) => {
    if (device === '' || /^unknown( (device|browser))?$/i.test(device)) return t`Unknown device`
    const [, browser, system] = /^(.{1,60}?) on (.{1,60})$/.exec(device) ?? []
    return browser && system ? t`${browser} on ${system}` : device
  }
}

/** Translates "Local network" and "Unknown"; returns any other location unchanged. */
export function useLocationText(): (location: string) => string {
  const { t } = useLingui()
  return (location) => {
    if (location === 'Local network') return t`Local network`
    return /^unknown$/i.test(location) ? t`Unknown location` : location
  }
}
