import { getParser } from 'bowser'

/** Display names by bowser's names. Shows no other name, because a client can send any text. */
const BROWSERS: Readonly<Record<string, string>> = {
  'Amazon Silk': 'Silk',
  'Android Browser': 'Android Browser',
  Brave: 'Brave',
  Chrome: 'Chrome',
  Chromium: 'Chromium',
  DuckDuckGo: 'DuckDuckGo',
  Firefox: 'Firefox',
  Focus: 'Firefox Focus',
  'Google Search': 'Google app',
  'HeyTap Browser': 'HeyTap Browser',
  'Internet Explorer': 'Internet Explorer',
  'Microsoft Edge': 'Edge',
  Miui: 'Mi Browser',
  Opera: 'Opera',
  'Opera Touch': 'Opera',
  Safari: 'Safari',
  'Samsung Internet for Android': 'Samsung Internet',
  'UC Browser': 'UC Browser',
  Vivaldi: 'Vivaldi',
  'Vivo Browser': 'Vivo Browser',
  'Yandex Browser': 'Yandex Browser',
}

const SYSTEMS: Readonly<Record<string, string>> = {
  Android: 'Android',
  'Chrome OS': 'Chromebook',
  HarmonyOS: 'HarmonyOS',
  iOS: 'iPhone',
  Linux: 'Linux',
  macOS: 'Mac',
  Windows: 'Windows',
  'Windows Phone': 'Windows Phone',
}

const APPLE_MODELS = ['iPhone', 'iPad', 'iPod']

/**
 * Returns, for example, "Chrome on Android", or only the known part, or "Unknown device". Copies no
 * text of the header. An iPad that requests desktop pages is reported as a Mac.
 */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE
  const parser = getParser(userAgent)
  const browser = nameIn(BROWSERS, parser.getBrowserName())
  const model = parser.getPlatform().model ?? ''
  const system = APPLE_MODELS.includes(model) ? model : nameIn(SYSTEMS, parser.getOSName())
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}

const UNKNOWN_DEVICE = 'Unknown device'

function nameIn(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}
