import { resolve } from 'node:path'
import { PASSWORD_MAX, USERNAME_MAX } from '@sevadesk/contract/admin-schemas.ts'
import { PASSWORD_REQUIREMENTS } from '@sevadesk/contract/password.ts'
import ipaddr from 'ipaddr.js'
import { StartError } from './errors.ts'

export interface Config {
  port: number
  host: string
  /** Absolute path of the folder that holds the SQLite database and the media. */
  dataDir: string
  /** URL of the PostgreSQL database. When undefined, SQLite in `dataDir` is used. */
  databaseUrl: string | undefined
  /** Whether the server may use a PostgreSQL database beside another server. */
  allowSecondServer: boolean
  /** Origins whose pages may use the API with the session cookie, including the server's own. */
  panelOrigins: readonly string[]
  /**
   * Origins of the public site, whose pages may only read public routes and call `site` routes,
   * without credentials.
   */
  siteOrigins: readonly string[]
  /** Whether the panel is on the same site as the API. */
  sessionCookie: (typeof SESSION_COOKIES)[number]
  /** Addresses and networks whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  trustName: string | undefined
  logoUrl: string | undefined
  /**
   * Absolute path of the file with the trust's details. When undefined, `trust.json` in `dataDir`
   * is used if it exists.
   */
  trustFile: string | undefined
  /** Absolute path of a MaxMind file with the locations of IP addresses. */
  locationsFile: string | undefined
  timeZone: string
  /** The panel's language before a choice; undefined means the browser's. */
  language: 'en' | 'hi' | undefined
  photoMaxBytes: number
  photoMaxFiles: number
  /** A picture that declares more pixels is refused before it is decoded. */
  photoMaxPixels: number
  /** Longer edge in pixels; larger pictures are scaled down. */
  photoMaxEdge: number
  videoMaxBytes: number
  sessionIdleMs: number
  sessionMaxMs: number
  loginWindowMs: number
  /** Per account and address, and per account and known browser. */
  loginAccountFailures: number
  /**
   * Per account from all addresses; beyond it, each sign-in waits. Also per account from all known
   * browsers; beyond it, they count as unknown.
   */
  loginSlowFailures: number
  loginAddressFailures: number
  /** Per address range and day. */
  loginRangeFailures: number
  /** Limit for messages, and the same limit for unpaid donation orders, per IP address. */
  publicCallsPerHour: number
  messagesPerDay: number
  unpaidOrdersPerDay: number
  /** Limit for receipts without a session, per IP address. */
  receiptsPerHour: number
  /** Undefined when online donations are off. */
  razorpay: RazorpayAccount | undefined
  argon2: { memoryKib: number; iterations: number; parallelism: number }
  adminUsername: string
  adminEmail: string
  /** Password of the first superadmin; a generated one is printed when undefined. */
  adminPassword: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Undefined: see `findLogFile` in main.ts. */
  logFile: string | undefined
}

export interface RazorpayAccount {
  /** Public: sent to the donor's browser. */
  keyId: string
  keySecret: string
  /** The secret with which Razorpay signs webhooks, and older secrets. Empty without a webhook. */
  webhookSecrets: readonly string[]
  /** Without a trailing slash. */
  apiUrl: string
}

/** An invalid setting. The message is one sentence that names the setting. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const LANGUAGES = ['en', 'hi'] as const
const SESSION_COOKIES = ['same-site', 'cross-site'] as const
/** In characters. Anyone who guesses a secret can record false donations. */
const WEBHOOK_SECRET_MIN = 16
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Reads every setting of `.env.example`. An empty value counts as unset. Throws ConfigError. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string) => env[name]?.trim() || undefined
  const list = (name: string) => (text(name) ?? '').split(',').flatMap((part) => part.trim() || [])
  const number = (name: string, fallback: number, limits: { min: number; max: number; whole?: boolean }) =>
    readNumber(name, text(name), fallback, limits)
  const whole = (name: string, fallback: number, min: number, max: number) =>
    number(name, fallback, { min, max, whole: true })

  const port = whole('PORT', 4000, 1, 65535)
  return {
    port,
    host: text('HOST') ?? '127.0.0.1',
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL')),
    allowSecondServer:
      oneOf('ALLOW_SECOND_SERVER', text('ALLOW_SECOND_SERVER') ?? 'false', ['true', 'false']) === 'true',
    panelOrigins: [
      ...new Set([
        new URL(`http://localhost:${port}`).origin,
        new URL(`http://127.0.0.1:${port}`).origin,
        ...list('PANEL_ORIGINS').map((value) => readOrigin('PANEL_ORIGINS', value)),
      ]),
    ],
    siteOrigins: list('SITE_ORIGINS').map((value) => readOrigin('SITE_ORIGINS', value)),
    sessionCookie: readSessionCookie(text('SESSION_COOKIE'), list('TRUSTED_PROXIES')),
    trustedProxies: list('TRUSTED_PROXIES').map(readProxy),
    trustName: text('TRUST_NAME'),
    logoUrl: readLogoUrl(text('TRUST_LOGO_URL')),
    trustFile: readPath(text('TRUST_FILE')),
    locationsFile: readPath(text('LOCATIONS_FILE')),
    timeZone: readTimeZone(text('TIME_ZONE') ?? 'Asia/Kolkata'),
    language: readLanguage(text('LANGUAGE')),
    photoMaxBytes: Math.floor(number('PHOTO_MAX_MB', 25, { min: 0.001, max: 10_000 }) * 1024 * 1024),
    photoMaxFiles: whole('PHOTO_MAX_FILES', 50, 1, 1000),
    photoMaxPixels: Math.floor(number('PHOTO_MAX_MEGAPIXELS', 120, { min: 0.01, max: 1000 }) * 1_000_000),
    photoMaxEdge: whole('PHOTO_MAX_EDGE', 4096, 100, 16_000),
    videoMaxBytes: Math.floor(number('VIDEO_MAX_MB', 2048, { min: 0.001, max: 1_000_000 }) * 1024 * 1024),
    sessionIdleMs: number('SESSION_IDLE_HOURS', 12, { min: 0.001, max: 24 * 365 }) * HOUR,
    sessionMaxMs: number('SESSION_MAX_DAYS', 30, { min: 0.001, max: 365 }) * DAY,
    loginWindowMs: number('LOGIN_WINDOW_MINUTES', 15, { min: 0.01, max: 24 * 60 }) * MINUTE,
    loginAccountFailures: whole('LOGIN_ACCOUNT_FAILURES', 10, 1, 100_000),
    loginSlowFailures: whole('LOGIN_SLOW_FAILURES', 50, 1, 1_000_000),
    loginAddressFailures: whole('LOGIN_ADDRESS_FAILURES', 50, 1, 1_000_000),
    loginRangeFailures: whole('LOGIN_RANGE_FAILURES', 1000, 1, 10_000_000),
    publicCallsPerHour: whole('PUBLIC_CALLS_PER_HOUR', 60, 1, 1_000_000),
    messagesPerDay: whole('MESSAGES_PER_DAY', 20, 1, 1_000_000),
    unpaidOrdersPerDay: whole('UNPAID_ORDERS_PER_DAY', 100, 1, 1_000_000),
    receiptsPerHour: whole('RECEIPTS_PER_HOUR', 120, 1, 1_000_000),
    razorpay: readRazorpay({
      keyId: text('RAZORPAY_KEY_ID'),
      keySecret: text('RAZORPAY_KEY_SECRET'),
      webhookSecrets: list('RAZORPAY_WEBHOOK_SECRET'),
      apiUrl: readApiUrl(text('RAZORPAY_API_URL') ?? 'https://api.razorpay.com'),
    }),
    argon2: {
      memoryKib: whole('ARGON2_MEMORY_KIB', 19_456, 1024, 4_194_304),
      iterations: whole('ARGON2_ITERATIONS', 2, 1, 100),
      parallelism: whole('ARGON2_PARALLELISM', 1, 1, 64),
    },
    adminUsername: readUsername(text('ADMIN_USERNAME') ?? 'admin'),
    adminEmail: text('ADMIN_EMAIL') ?? 'admin@localhost',
    adminPassword: readPassword(env.ADMIN_PASSWORD || undefined),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    logFile: readPath(text('LOG_FILE')),
  }
}

function readNumber(
  name: string,
  value: string | undefined,
  fallback: number,
  { min, max, whole = false }: { min: number; max: number; whole?: boolean },
): number {
  if (value === undefined) return fallback
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max && (!whole || Number.isInteger(number))) return number
  throw new ConfigError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, but it is "${value}".`)
}

function oneOf<const Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const option = allowed.find((candidate) => candidate === value)
  if (option) return option
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, but it is "${value}".`)
}

function readLanguage(value: string | undefined): Config['language'] {
  return value === undefined ? undefined : oneOf('LANGUAGE', value, LANGUAGES)
}

/** The message does not repeat the address, because it may contain a password. */
function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value
  throw new ConfigError('DATABASE_URL must be an address like postgres://user:password@host:5432/database.')
}

function readOrigin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isOrigin) return url.origin
  throw new ConfigError(`${name} must list origins like https://admin.example.org, but one is "${value}".`)
}

/** The server speaks plain http; browsers store cross-site cookies over https only. */
function readSessionCookie(value = 'same-site', proxies: readonly string[]): Config['sessionCookie'] {
  const sessionCookie = oneOf('SESSION_COOKIE', value, SESSION_COOKIES)
  if (sessionCookie === 'same-site' || proxies.length > 0) return sessionCookie
  throw new ConfigError(
    'SESSION_COOKIE can be cross-site only behind a proxy that adds https and whose address is in TRUSTED_PROXIES.',
  )
}

function readProxy(value: string): string {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value)
  if (isNetwork && ipaddr.parseCIDR(value)[1] === 0) {
    throw new ConfigError(`TRUSTED_PROXIES must not trust the whole internet, but one is "${value}".`)
  }
  if (isAddress || isNetwork) return value
  throw new ConfigError(`TRUSTED_PROXIES must list addresses like 10.0.0.1 or 10.0.0.0/8, but one is "${value}".`)
}

function readLogoUrl(value: string | undefined): string | undefined {
  if (value === undefined || (value.startsWith('/') && !value.startsWith('//'))) return value
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw new ConfigError(`TRUST_LOGO_URL must be an http(s) address or a path that starts with /, but it is "${value}".`)
}

function readPath(value: string | undefined): string | undefined {
  return value === undefined ? undefined : resolve(value)
}

/** The messages contain no secret. */
function readRazorpay({
  keyId,
  keySecret,
  webhookSecrets,
  apiUrl,
}: {
  keyId: string | undefined
  keySecret: string | undefined
  webhookSecrets: readonly string[]
  apiUrl: string
}): RazorpayAccount | undefined {
  if (webhookSecrets.some((secret) => secret.length < WEBHOOK_SECRET_MIN)) {
    throw new ConfigError(
      `Each secret in RAZORPAY_WEBHOOK_SECRET must have at least ${WEBHOOK_SECRET_MIN} characters, and none may have a comma in it.`,
    )
  }
  if (keyId !== undefined && keySecret !== undefined) return { keyId, keySecret, webhookSecrets, apiUrl }
  if (keyId === undefined && keySecret === undefined && webhookSecrets.length === 0) return undefined
  throw new ConfigError('RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are both needed to take donations online.')
}

/** Must be https, because every call sends the key's secret. */
function readApiUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && url.pathname === '/' && !url.search && !url.username)
    return url.origin
  throw new ConfigError(
    `RAZORPAY_API_URL must be an https address like https://api.razorpay.com, but it is "${value}".`,
  )
}

function readUsername(value: string): string {
  if (value.length <= USERNAME_MAX) return value
  throw new ConfigError(`ADMIN_USERNAME can have at most ${USERNAME_MAX} characters.`)
}

/** The message does not repeat the password. */
function readPassword(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value.length > PASSWORD_MAX) throw new ConfigError(`ADMIN_PASSWORD can have at most ${PASSWORD_MAX} characters.`)
  const missing = PASSWORD_REQUIREMENTS.flatMap(({ text, isMet }) => (isMet(value) ? [] : text))
  if (missing.length === 0) return value
  throw new ConfigError(`ADMIN_PASSWORD is too simple, it lacks: ${missing.join(', ')}.`)
}

function readTimeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value
  } catch {
    throw new ConfigError(`TIME_ZONE must be a zone name like Asia/Kolkata, but it is "${value}".`)
  }
}
