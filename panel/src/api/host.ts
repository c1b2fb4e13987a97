import { API_BASE_PATH } from '@sevadesk/contract/endpoint.ts'
import { resolveMedia } from '@sevadesk/contract/media-address.ts'
import { parseJson } from './answer.ts'
import { isRecord } from './records/fields.ts'

/** What `config.json` beside index.html says. Hosts are absolute and without a slash at the end. */
export interface PanelConfig {
  apiHost: string
  mediaHost: string
  trustName?: string
  logoUrl?: string
  timeZone?: string
  language?: string
}

let config: PanelConfig = readPanelConfig(undefined, globalThis.location?.origin ?? '')

const PATIENCE_MS = 10_000

/**
 * Loads `config.json` once, before anything is drawn. A file that is missing or isn't JSON counts as an empty one. Throws when it does
 * not come, within `patienceMs` or at all: to guess then could send a password to another host than the trust's.
 */
export async function loadConfig(
  address = `${import.meta.env.BASE_URL}config.json`,
  patienceMs = PATIENCE_MS,
): Promise<PanelConfig> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patienceMs)
  try {
    const answer = await fetch(address, { signal: waiting.signal })
    if (answer.status >= 500) throw new Error(`config.json answered ${answer.status}`)
    const text = await answer.text()
    config = readPanelConfig(answer.ok ? parseJson(text) : undefined, location.origin)
    return config
  } finally {
    clearTimeout(timer)
  }
}

/** The address of a call. `path` is below the base path, such as `/admin/me`. */
export function apiUrl(path: string): string {
  return `${config.apiHost}${API_BASE_PATH}${path}`
}

/** The address of a stored photo or video, or `undefined` where the stored path is no address to follow. */
export function mediaUrl(stored: unknown): string | undefined {
  return resolveMedia(stored, config)
}

/** Takes each field that is usable and forgets the rest. */
export function readPanelConfig(raw: unknown, ownOrigin: string): PanelConfig {
  const fields = isRecord(raw) ? raw : {}
  const apiHost = readHost(fields.apiHost, ownOrigin) ?? ownOrigin
  return {
    apiHost,
    mediaHost: readHost(fields.mediaHost, ownOrigin) ?? apiHost,
    ...pickText(fields, 'trustName'),
    ...pickText(fields, 'logoUrl'),
    ...(isTimeZone(fields.timeZone) && { timeZone: fields.timeZone }),
    ...pickText(fields, 'language'),
  }
}

function readHost(value: unknown, ownOrigin: string): string | undefined {
  if (typeof value !== 'string' || !/^(https?:\/\/|\/)/i.test(value.trim())) return undefined
  const url = parseUrl(value.trim(), ownOrigin)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return `${url.origin}${url.pathname}`
    .replace(/\/+$/, '')
    .replace(/\/api$/i, '')
    .replace(/\/+$/, '')
}

function pickText<Key extends string>(fields: Record<string, unknown>, key: Key): { [K in Key]?: string } {
  const value = fields[key]
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? {} : ({ [key]: text } as { [K in Key]?: string })
}

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
