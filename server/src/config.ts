import { join, resolve } from 'node:path'
import type { Language } from '@sevadesk/contract/base/language.ts'
import {
  oneOf,
  readApiUrl,
  readDailyBackup,
  readDatabaseUrl,
  readLanguage,
  readLogoUrl,
  readMetrics,
  readNumber,
  readOrigin,
  readPassword,
  readPath,
  readProxy,
  readRazorpay,
  readS3,
  readSecret,
  readSessionCookie,
  readTimeZone,
  readUsername,
} from './config-values.ts'

export interface Config {
  port: number
  host: string
  /** Absolute path of the folder that holds the SQLite database and the media. */
  dataDir: string
  /** Absolute path of the folder with the server's own keys. */
  keysDir: string
  /** URL of the PostgreSQL database. When undefined, SQLite in `dataDir` is used. */
  databaseUrl: string | undefined
  /** Origins whose pages may use the API with the session cookie, including the server's own. */
  panelOrigins: readonly string[]
  /**
   * Origins of the public site, whose pages may only read public routes and call `site` routes,
   * without credentials.
   */
  siteOrigins: readonly string[]
  /** Whether the panel is on the same site as the API. */
  sessionCookie: 'same-site' | 'cross-site'
  /** Addresses and networks whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  /** Where photos, videos and certificates are stored; undefined for the data folder. */
  s3: S3Settings | undefined
  trustName: string | undefined
  logoUrl: string | undefined
  /**
   * Absolute path of a file with settings, which a start reads while none are saved. When undefined,
   * `trust.json` in `dataDir` is used if it exists.
   */
  trustFile: string | undefined
  /** Absolute path of a MaxMind file with the locations of IP addresses. */
  locationsFile: string | undefined
  /** Where and when the server takes a backup each day; undefined for none. */
  dailyBackup: DailyBackup | undefined
  /** Whether a start takes a backup before it migrates the database. */
  backupBeforeUpdate: boolean
  timeZone: string
  /** The panel's language before a choice; undefined means the browser's. */
  language: Language | undefined
  photoMaxBytes: number
  photoMaxFiles: number
  /** A picture that declares more pixels is refused before it is decoded. */
  photoMaxPixels: number
  /** Longer edge in pixels; larger pictures are scaled down. */
  photoMaxEdge: number
  videoMaxBytes: number
  /** Days for which a deleted record can be restored. */
  trashDays: number
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
  /** Limit for requests to routes that need no sign-in, per IP address. */
  publicRequestsPerMinute: number
  /**
   * Mean delay of the event loop above which the server refuses requests: each waits for seconds,
   * because it takes several turns of the event loop.
   */
  overloadDelayMs: number
  /** Time after a stop signal in which the server still accepts requests, with a health of 503. */
  stopDelayMs: number
  /** Time for running requests to finish when the server stops. */
  stopTimeoutMs: number
  /** Limit for messages, and the same limit for unpaid donation orders, per IP address. */
  publicCallsPerHour: number
  messagesPerDay: number
  unpaidOrdersPerDay: number
  /** Limit for receipts without a session, per IP address. */
  receiptsPerHour: number
  /** The trust's registration under the FCRA; undefined if it may take no foreign money. */
  fcraRegistration: string | undefined
  /** Undefined when online donations are off. */
  razorpay: RazorpayAccount | undefined
  /** The history keeps details of sign-ins for so long; 0 means for ever. */
  historySignInsMs: number
  /** Who must have the second step of the sign-in on. */
  twoStep: (typeof TWO_STEP)[number]
  argon2: { memoryKib: number; iterations: number; parallelism: number }
  adminUsername: string
  adminEmail: string
  /** Password of the first superadmin; one is generated when undefined. */
  adminPassword: string | undefined
  /** Undefined when metrics are off. */
  metrics: Metrics | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Undefined: see `findLogFile` in main.ts. */
  logFile: string | undefined
}

export interface S3Settings {
  bucket: string
  /** Precedes the names of all objects; empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Undefined for Amazon's. */
  endpoint: string | undefined
  /** Whether the bucket is in the path of addresses, not in their host. */
  pathStyle: boolean
  /** Undefined: the SDK looks for keys. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Whether browsers fetch public files from the storage, by signed addresses. */
  isRedirecting: boolean
}

export interface DailyBackup {
  /** Absolute path. */
  folder: string
  /** 0 to 23, in the trust's time zone. */
  hour: number
  /** Number of backups that stay in the folder. */
  keep: number
  /** Absolute path of a file with keys in the age format; undefined for archives without encryption. */
  keyFile: string | undefined
}

export interface Metrics {
  /** Port of a separate listener; undefined: the API's. */
  port: number | undefined
  /** Undefined if that port needs no token. */
  token: string | undefined
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

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MEDIA_STORES = ['disk', 's3'] as const
const MEDIA_DELIVERIES = ['server', 'redirect'] as const
const TWO_STEP = ['optional', 'superadmin', 'everyone'] as const
/** Each may also be in a file, which `NAME_FILE` names. */
export const SECRETS = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
]
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Reads every setting of `.env.example`. An empty value counts as unset. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const secrets = SECRETS.map((name) => [name, readSecret(environment, name)])
  const env: NodeJS.ProcessEnv = { ...environment, ...Object.fromEntries(secrets) }
  const text = (name: string) => env[name]?.trim() || undefined
  const list = (name: string) => (text(name) ?? '').split(',').flatMap((part) => part.trim() || [])
  const number = (name: string, fallback: number, limits: { min: number; max: number; whole?: boolean }) =>
    readNumber(name, text(name), fallback, limits)
  const whole = (name: string, fallback: number, min: number, max: number) =>
    number(name, fallback, { min, max, whole: true })
  const isTrue = (name: string, fallback: 'true' | 'false') =>
    oneOf(name, text(name) ?? fallback, ['true', 'false']) === 'true'

  const port = whole('PORT', 4000, 1, 65535)
  const dataDir = resolve(text('DATA_DIR') ?? './data')
  return {
    port,
    host: text('HOST') ?? '127.0.0.1',
    dataDir,
    keysDir: readPath(text('KEYS_DIR')) ?? join(dataDir, 'keys'),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL')),
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
    s3: readS3(oneOf('MEDIA_STORE', text('MEDIA_STORE') ?? 'disk', MEDIA_STORES), {
      bucket: text('S3_BUCKET'),
      prefix: text('S3_PREFIX') ?? '',
      region: text('S3_REGION') ?? 'us-east-1',
      endpoint: text('S3_ENDPOINT'),
      pathStyle: isTrue('S3_PATH_STYLE', 'false'),
      accessKeyId: text('S3_ACCESS_KEY_ID'),
      secretAccessKey: text('S3_SECRET_ACCESS_KEY'),
      isRedirecting: oneOf('MEDIA_DELIVERY', text('MEDIA_DELIVERY') ?? 'server', MEDIA_DELIVERIES) === 'redirect',
    }),
    trustName: text('TRUST_NAME'),
    logoUrl: readLogoUrl(text('TRUST_LOGO_URL')),
    trustFile: readPath(text('TRUST_FILE')),
    locationsFile: readPath(text('LOCATIONS_FILE')),
    dailyBackup: readDailyBackup({
      folder: readPath(text('BACKUP_DIR')),
      hour: whole('BACKUP_HOUR', 2, 0, 23),
      keep: whole('BACKUP_KEEP', 14, 1, 10_000),
      keyFile: readPath(text('BACKUP_KEY_FILE')),
    }),
    backupBeforeUpdate: isTrue('BACKUP_BEFORE_UPDATE', 'true'),
    timeZone: readTimeZone(text('TIME_ZONE') ?? 'Asia/Kolkata'),
    language: readLanguage(text('LANGUAGE')),
    photoMaxBytes: Math.floor(number('PHOTO_MAX_MB', 25, { min: 0.001, max: 10_000 }) * 1024 * 1024),
    photoMaxFiles: whole('PHOTO_MAX_FILES', 50, 1, 1000),
    photoMaxPixels: Math.floor(number('PHOTO_MAX_MEGAPIXELS', 120, { min: 0.01, max: 1000 }) * 1_000_000),
    photoMaxEdge: whole('PHOTO_MAX_EDGE', 4096, 100, 16_000),
    videoMaxBytes: Math.floor(number('VIDEO_MAX_MB', 2048, { min: 0.001, max: 1_000_000 }) * 1024 * 1024),
    trashDays: whole('TRASH_DAYS', 30, 1, 3650),
    sessionIdleMs: number('SESSION_IDLE_HOURS', 12, { min: 0.001, max: 24 * 365 }) * HOUR,
    sessionMaxMs: number('SESSION_MAX_DAYS', 30, { min: 0.001, max: 365 }) * DAY,
    loginWindowMs: number('LOGIN_WINDOW_MINUTES', 15, { min: 0.01, max: 24 * 60 }) * MINUTE,
    loginAccountFailures: whole('LOGIN_ACCOUNT_FAILURES', 10, 1, 100_000),
    loginSlowFailures: whole('LOGIN_SLOW_FAILURES', 50, 1, 1_000_000),
    loginAddressFailures: whole('LOGIN_ADDRESS_FAILURES', 50, 1, 1_000_000),
    loginRangeFailures: whole('LOGIN_RANGE_FAILURES', 1000, 1, 10_000_000),
    publicRequestsPerMinute: whole('PUBLIC_REQUESTS_PER_MINUTE', 12_000, 1, 100_000_000),
    stopDelayMs: number('STOP_DELAY_SECONDS', 0, { min: 0, max: 60 }) * SECOND,
    stopTimeoutMs: number('STOP_TIMEOUT_SECONDS', 30, { min: 0, max: 300 }) * SECOND,
    overloadDelayMs: whole('OVERLOAD_DELAY_MS', 500, 10, 3_600_000),
    publicCallsPerHour: whole('PUBLIC_CALLS_PER_HOUR', 60, 1, 1_000_000),
    messagesPerDay: whole('MESSAGES_PER_DAY', 20, 1, 1_000_000),
    unpaidOrdersPerDay: whole('UNPAID_ORDERS_PER_DAY', 100, 1, 1_000_000),
    receiptsPerHour: whole('RECEIPTS_PER_HOUR', 120, 1, 1_000_000),
    fcraRegistration: text('FCRA_REGISTRATION'),
    razorpay: readRazorpay({
      keyId: text('RAZORPAY_KEY_ID'),
      keySecret: text('RAZORPAY_KEY_SECRET'),
      webhookSecrets: list('RAZORPAY_WEBHOOK_SECRET'),
      apiUrl: readApiUrl(text('RAZORPAY_API_URL') ?? 'https://api.razorpay.com'),
    }),
    historySignInsMs: number('HISTORY_SIGN_INS_YEARS', 2, { min: 0, max: 100 }) * 365 * DAY,
    twoStep: oneOf('TWO_STEP', text('TWO_STEP') ?? 'optional', TWO_STEP),
    argon2: {
      memoryKib: whole('ARGON2_MEMORY_KIB', 19_456, 1024, 4_194_304),
      iterations: whole('ARGON2_ITERATIONS', 2, 1, 100),
      parallelism: whole('ARGON2_PARALLELISM', 1, 1, 64),
    },
    adminUsername: readUsername(text('ADMIN_USERNAME') ?? 'admin'),
    adminEmail: text('ADMIN_EMAIL') ?? 'admin@localhost',
    adminPassword: readPassword(env.ADMIN_PASSWORD || undefined),
    metrics: readMetrics(text('METRICS_PORT') ? whole('METRICS_PORT', 0, 1, 65_535) : undefined, text('METRICS_TOKEN')),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    logFile: readPath(text('LOG_FILE')),
  }
}
