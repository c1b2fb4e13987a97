/** Absolute URLs without a trailing slash. */
export interface MediaHosts {
  apiHost: string
  mediaHost: string
}

interface Address {
  readonly protocol: string
  readonly host: string
  readonly username: string
  readonly password: string
  readonly href: string
}
/** Declared here, because the contract includes the types of neither browsers nor Node. */
declare const URL: new (address: string) => Address

/**
 * Joins a stored path to the media host with exactly one slash. Returns undefined unless the result
 * is safe to follow: a complete address must be https on the API or media host.
 */
export function resolveMedia(stored: unknown, hosts: MediaHosts): string | undefined {
  if (typeof stored !== 'string') return undefined
  const path = withoutControls(stored).trim()
  if (path === '') return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return trustedAbsolute(path, hosts)
  // A "#", and a "%" that encodes nothing, belong to the file name.
  const relative = path
    .replace(/^[/\\]+/, '')
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll('#', '%23')
  return parseUrl(`${hosts.mediaHost}/${relative}`)?.href
}

function trustedAbsolute(address: string, hosts: MediaHosts): string | undefined {
  const url = parseUrl(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined
  const trusted = [hosts.apiHost, hosts.mediaHost].some((host) => parseUrl(host)?.host === url.host)
  return trusted ? url.href : undefined
}

function parseUrl(address: string): Address | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** Browsers ignore control characters in URLs, so `java\nscript:` would run. */
function withoutControls(text: string): string {
  return Array.from(text, (char) => ((char.codePointAt(0) ?? 0) < 32 || char === '\u007f' ? '' : char)).join('')
}
