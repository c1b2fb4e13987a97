import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PASSWORD_MAX, USERNAME_MAX } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { PASSWORD_REQUIREMENTS } from '@sevadesk/contract/accounts/password.ts'
import { LANGUAGES } from '@sevadesk/contract/base/language.ts'
import ipaddr from 'ipaddr.js'
import type { Config, DailyBackup, Metrics, RazorpayAccount, S3Settings } from './config.ts'
import { reasonOf, StartError } from './errors.ts'

/** An invalid setting. The message is one sentence that names the setting. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
}

const SESSION_COOKIES = ['same-site', 'cross-site'] as const
/** In characters. Anyone who guesses a secret can record false donations. */
const WEBHOOK_SECRET_MIN = 16
/** In characters. */
const METRICS_TOKEN_MIN = 16

/**
 * Returns the value of a setting, or what the file named by `NAME_FILE` contains, without a line break
 * at its end.
 */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] || undefined
  const file = readPath(env[`${name}_FILE`]?.trim() || undefined)
  if (file === undefined) return value
  if (value !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set; remove one of them.`)
  let content: string
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError(`${name}_FILE names a file that cannot be read: ${reasonOf(error)}.`)
  }
  if (content.trim() !== '') return content
  throw new ConfigError(`${name}_FILE names an empty file: ${file}.`)
}

export function readNumber(
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

export function oneOf<const Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const option = allowed.find((candidate) => candidate === value)
  if (option) return option
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, but it is "${value}".`)
}

export function readLanguage(value: string | undefined): Config['language'] {
  return value === undefined
    ? undefined
    : oneOf(
        'LANGUAGE',
        value,
        LANGUAGES.map(({ code }) => code),
      )
}

/** The message does not repeat the address, because it may contain a password. */
export function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value
  throw new ConfigError('DATABASE_URL must be an address like postgres://user:password@host:5432/database.')
}

export function readOrigin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isOrigin) return url.origin
  throw new ConfigError(`${name} must list origins like https://admin.example.org, but ${sayGiven(value, 'one')}.`)
}

/** Without what may be a secret, before an @. */
function sayGiven(value: string, what = 'it'): string {
  return value.includes('@') ? `${what} has an @` : `${what} is "${value}"`
}

/** The server speaks plain http; browsers store cross-site cookies over https only. */
export function readSessionCookie(value = 'same-site', proxies: readonly string[]): Config['sessionCookie'] {
  const sessionCookie = oneOf('SESSION_COOKIE', value, SESSION_COOKIES)
  if (sessionCookie === 'same-site' || proxies.length > 0) return sessionCookie
  throw new ConfigError(
    'SESSION_COOKIE can be cross-site only behind a proxy that adds https and whose address is in TRUSTED_PROXIES.',
  )
}

export function readProxy(value: string): string {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value)
  if (isNetwork && ipaddr.parseCIDR(value)[1] === 0) {
    throw new ConfigError(`TRUSTED_PROXIES must not trust the whole internet, but one is "${value}".`)
  }
  if (isAddress || isNetwork) return value
  throw new ConfigError(`TRUSTED_PROXIES must list addresses like 10.0.0.1 or 10.0.0.0/8, but one is "${value}".`)
}

export function readLogoUrl(value: string | undefined): string | undefined {
  if (value === undefined || (value.startsWith('/') && !value.startsWith('//'))) return value
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw new ConfigError(
    `TRUST_LOGO_URL must be an http(s) address or a path that starts with /, but ${sayGiven(value)}.`,
  )
}

export function readPath(value: string | undefined): string | undefined {
  return value === undefined ? undefined : resolve(value)
}

export function readDailyBackup({
  folder,
  ...settings
}: Omit<DailyBackup, 'folder'> & { folder: string | undefined }): DailyBackup | undefined {
  return folder === undefined ? undefined : { folder, ...settings }
}

/** The messages contain no secret. */
export function readRazorpay({
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

export function readMetrics(port: number | undefined, token: string | undefined): Metrics | undefined {
  if (token !== undefined && token.length < METRICS_TOKEN_MIN)
    throw new ConfigError(`METRICS_TOKEN must have at least ${METRICS_TOKEN_MIN} characters.`)
  return port === undefined && token === undefined ? undefined : { port, token }
}

/** Must be https, because every call sends the key's secret. */
export function readApiUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && url.pathname === '/' && !url.search && !url.username)
    return url.origin
  throw new ConfigError(
    `RAZORPAY_API_URL must be an https address like https://api.razorpay.com, but ${sayGiven(value)}.`,
  )
}

type S3Values = Pick<S3Settings, 'prefix' | 'region' | 'endpoint' | 'pathStyle' | 'isRedirecting'> &
  Record<'bucket' | 'accessKeyId' | 'secretAccessKey', string | undefined>

/** The messages contain no secret. */
export function readS3(
  store: 'disk' | 's3',
  { bucket, prefix, endpoint, accessKeyId, secretAccessKey, ...rest }: S3Values,
): S3Settings | undefined {
  if (store === 'disk') {
    if (!rest.isRedirecting) return undefined
    throw new ConfigError('MEDIA_DELIVERY can be redirect only with MEDIA_STORE=s3.')
  }
  if (bucket === undefined) throw new ConfigError('MEDIA_STORE=s3 needs S3_BUCKET, the name of the bucket.')
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.')
  if (!/^[\w./-]*$/.test(prefix))
    throw new ConfigError(`S3_PREFIX may have letters, digits and . _ - / alone, but it is "${prefix}".`)
  if (rest.isRedirecting && /^http:\/\/(?!127\.0\.0\.1|\[::1\]|localhost)/.test(endpoint ?? ''))
    throw new ConfigError('MEDIA_DELIVERY can be redirect only with an S3_ENDPOINT of https, which browsers can reach.')
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  return {
    ...rest,
    bucket,
    prefix: folder && `${folder}/`,
    endpoint: endpoint && readS3Endpoint(endpoint),
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** A name without a dot is of this machine or of a network of containers on it. */
function readS3Endpoint(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isLocal = url?.protocol === 'http:' && /^(?:127\.0\.0\.1|\[::1\]|[^.:[]+)$/.test(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && url.pathname === '/' && !url.search && !url.username)
    return url.origin
  throw new ConfigError(
    `S3_ENDPOINT must be an https address like https://s3.example.com, or http on this machine, but ${sayGiven(value)}.`,
  )
}

export function readUsername(value: string): string {
  if (value.length <= USERNAME_MAX) return value
  throw new ConfigError(`ADMIN_USERNAME can have at most ${USERNAME_MAX} characters.`)
}

/** The message does not repeat the password. */
export function readPassword(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value.length > PASSWORD_MAX) throw new ConfigError(`ADMIN_PASSWORD can have at most ${PASSWORD_MAX} characters.`)
  const missing = PASSWORD_REQUIREMENTS.flatMap(({ text, isMet }) => (isMet(value) ? [] : text))
  if (missing.length === 0) return value
  throw new ConfigError(`ADMIN_PASSWORD is too simple, it lacks: ${missing.join(', ')}.`)
}

export function readTimeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value
  } catch {
    throw new ConfigError(`TIME_ZONE must be a zone name like Asia/Kolkata, but it is "${value}".`)
  }
}
