import { API_BASE_PATH } from '@sevadesk/contract/base/endpoint.ts'
import { LANGUAGES } from '@sevadesk/contract/base/language.ts'
import { resolveMedia } from '@sevadesk/contract/content/media-address.ts'
import { parseJson } from './read-response.ts'
import { isRecord } from './records/fields.ts'

/** The valid fields of `config.json`. Hosts are absolute URLs without a trailing slash. */
export interface PanelConfig {
  apiHost: string
  mediaHost: string
  trustName?: string
  /** By language. Where one is missing, `trustName` is shown. */
  trustNames?: Partial<Record<string, string>>
  logoUrl?: string
  timeZone?: string
  language?: string
}

let config: PanelConfig = readPanelConfig(undefined, globalThis.location?.origin ?? '')

const TIMEOUT_MS = 10_000

/** Our server writes the contents of config.json into the page, in an element with this id. */
const EMBEDDED_ID = 'panel-config'

/** Reads the embedded settings if there are any, else config.json. Throws as `fetchConfig`. */
export async function loadConfig(): Promise<PanelConfig> {
  const embedded = document.getElementById(EMBEDDED_ID)
  if (!(embedded instanceof HTMLScriptElement)) return fetchConfig()
  config = readPanelConfig(parseJson(embedded.text), location.origin)
  return config
}

/**
 * A missing or malformed file counts as empty. Throws on a timeout, a network error and a 5xx: with
 * a guessed host, a password could go to the wrong server.
 */
export async function fetchConfig(
  address = `${import.meta.env.BASE_URL}config.json`,
  timeoutMs = TIMEOUT_MS,
): Promise<PanelConfig> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const response = await fetch(address, { signal: controller.signal })
    if (response.status >= 500) throw new Error(`config.json returned ${response.status}`)
    const text = await response.text()
    config = readPanelConfig(response.ok ? parseJson(text) : undefined, location.origin)
    return config
  } finally {
    clearTimeout(timer)
  }
}

/** `path` is below the base path, such as `/admin/me`. */
export function apiUrl(path: string): string {
  return `${config.apiHost}${API_BASE_PATH}${path}`
}

/** The URL of a stored file, or `undefined` if its path is not allowed. */
export function mediaUrl(stored: unknown): string | undefined {
  return resolveMedia(stored, config)
}

/** Drops invalid fields. The API host defaults to `ownOrigin`. */
export function readPanelConfig(raw: unknown, ownOrigin: string): PanelConfig {
  const fields = isRecord(raw) ? raw : {}
  const apiHost = readHost(fields.apiHost, ownOrigin) ?? ownOrigin
  return {
    apiHost,
    mediaHost: readHost(fields.mediaHost, ownOrigin) ?? apiHost,
    ...pickText(fields, 'trustName'),
    ...(isRecord(fields.trustNames) && { trustNames: pickTexts(fields.trustNames) }),
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

function pickTexts(fields: Record<string, unknown>): Partial<Record<string, string>> {
  return Object.assign({}, ...LANGUAGES.map(({ code }) => pickText(fields, code)))
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
