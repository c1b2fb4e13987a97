import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, SECRETS } from './config.ts'
import { ConfigError } from './config-values.ts'
import { suiteFolder } from './testing/files/test-folder.ts'

const HOUR = 3_600_000
const folder = suiteFolder()

/** Returns the path of a new file with this content. */
function fileOf(content: string): string {
  const file = join(folder, randomUUID())
  writeFileSync(file, content)
  return file
}

test('converts the units of the defaults', () => {
  expect(readConfig({})).toMatchObject({
    dataDir: resolve('data'),
    keysDir: resolve('data/keys'),
    panelOrigins: ['http://localhost:4000', 'http://127.0.0.1:4000'],
    photoMaxBytes: 25 * 1024 * 1024,
    videoMaxBytes: 2048 * 1024 * 1024,
    sessionIdleMs: 12 * HOUR,
    sessionMaxMs: 30 * 24 * HOUR,
    loginWindowMs: HOUR / 4,
    stopTimeoutMs: 30_000,
    historySignInsMs: 2 * 365 * 24 * HOUR,
    argon2: { memoryKib: 19_456, iterations: 2, parallelism: 1 },
  })
})

const example = parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'))

test('.env.example lists every setting with its default', () => {
  expect(readConfig(example)).toEqual(readConfig({}))
  const read = new Set(
    readFileSync(new URL('config.ts', import.meta.url), 'utf8').match(/'[A-Z][A-Z0-9]*(_[A-Z0-9]+)*'/g),
  )
  const settings = [...read].map((name) => name.slice(1, -1)).filter((name) => name.length > 2)
  expect(Object.keys(example).sort()).toEqual([...new Set([...settings, 'ADMIN_PASSWORD'])].sort())
})

describe('deploy/', () => {
  const deploy = new URL('../../deploy/', import.meta.url)
  const read = (file: string) => readFileSync(new URL(file, deploy), 'utf8')
  /** Of systemd, PostgreSQL and restic. */
  const OTHERS = /^(?:AF|CAP|POSTGRES|RESTIC)_/

  test.each(readdirSync(deploy).filter((file) => !file.endsWith('.json')))('%s names no other settings', (file) => {
    const names = read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []
    const own = names
      .filter((name) => !OTHERS.test(name))
      .map((name) => (name in example ? name : name.replace(/_FILE$/, '')))
    expect(own.filter((name) => !(name in example))).toEqual([])
  })

  test('the settings of containers are accepted', () => {
    const [, environment = ''] = /^ {2}environment: &environment\n((?: {4}.+\n)+)/m.exec(read('compose.yaml')) ?? []
    const image = /^ENV (.+)$/m.exec(read('Containerfile'))?.[1]?.replaceAll(' ', '\n')
    const env = parseEnv(`${environment.replace(/^ +(\w+): /gm, '$1=')}\n${image}`)
    const secrets = Object.keys(env).filter((name) => name.endsWith('_FILE'))
    for (const name of secrets)
      env[name] = fileOf(name === 'DATABASE_URL_FILE' ? 'postgres://a:b@c/d' : 'a secret of a container')
    expect(secrets).toHaveLength(3)
    expect(readConfig(env)).toMatchObject({
      dataDir: '/data',
      host: '0.0.0.0',
      databaseUrl: 'postgres://a:b@c/d',
      s3: { bucket: 'sevadesk', endpoint: 'http://s3:8333', pathStyle: true },
      metrics: { token: 'a secret of a container' },
      stopDelayMs: 10_000,
    })
  })
})

test('normalises and deduplicates origins', () => {
  const { panelOrigins } = readConfig({
    PORT: '80',
    PANEL_ORIGINS: ' https://Admin.Example.org/ ,https://admin.example.org',
  })
  expect(panelOrigins).toEqual(['http://localhost', 'http://127.0.0.1', 'https://admin.example.org'])
})

test('accepts IPv4 and IPv6 addresses and networks as proxies', () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8, ::1' })
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1'])
})

test('SESSION_COOKIE=cross-site needs a trusted proxy', () => {
  const env = { SESSION_COOKIE: 'cross-site' }
  expect(readConfig({ ...env, TRUSTED_PROXIES: '127.0.0.1' }).sessionCookie).toBe('cross-site')
  expect(() => readConfig(env)).toThrow(/TRUSTED_PROXIES/)
})

test('reads the settings of an S3 storage', () => {
  const env = { MEDIA_STORE: 's3', S3_BUCKET: 'photos' }
  const aws = { bucket: 'photos', prefix: '', region: 'us-east-1', endpoint: undefined, keys: undefined }
  expect(readConfig({ S3_BUCKET: 'photos' }).s3).toBeUndefined()
  expect(readConfig(env).s3).toEqual({ ...aws, pathStyle: false, isRedirecting: false })
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const other = { S3_PREFIX: '/trust/a', S3_ENDPOINT: 'http://storage:9000/', S3_PATH_STYLE: 'true', ...keys }
  expect(readConfig({ ...env, ...other }).s3).toEqual({
    ...{ ...aws, prefix: 'trust/a/', endpoint: 'http://storage:9000', pathStyle: true, isRedirecting: false },
    keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })
  for (const endpoint of ['https://s3.example.com', 'http://127.0.0.1:9000'])
    expect(readConfig({ ...env, S3_ENDPOINT: endpoint, MEDIA_DELIVERY: 'redirect' }).s3?.isRedirecting).toBe(true)
})

test.each([
  [{}, 'MEDIA_STORE=s3 needs S3_BUCKET'],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'key' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.'],
  [{ S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3.example.com' }, 'S3_ENDPOINT must be an https address'],
  [{ S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example.com/b' }, 'S3_ENDPOINT must be an https address'],
  [{ S3_BUCKET: 'b', S3_ENDPOINT: 'https://key:secret@s3.example.com' }, 'on this machine, but it has an @.'],
  [
    { S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3:8333', MEDIA_DELIVERY: 'redirect' },
    'MEDIA_DELIVERY can be redirect only with an S3_ENDPOINT of https',
  ],
  [{ S3_BUCKET: 'b', S3_PREFIX: 'a b' }, 'S3_PREFIX may have letters'],
  [{ MEDIA_STORE: 'disk', MEDIA_DELIVERY: 'redirect' }, 'MEDIA_DELIVERY can be redirect only with MEDIA_STORE=s3.'],
])('refuses the storage settings %j', (env, sentence) => {
  expect(() => readConfig({ MEDIA_STORE: 's3', ...env })).toThrow(sentence)
})

describe('an invalid value', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PANEL_ORIGINS', 'admin.example.org'],
    ['PANEL_ORIGINS', 'https://example.org/panel'],
    ['PANEL_ORIGINS', '*'],
    ['SITE_ORIGINS', 'ftp://example.org'],
    ['SESSION_COOKIE', 'none'],
    ['SESSION_COOKIE', 'cross-site'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUST_LOGO_URL', 'javascript:alert(1)'],
    ['TRUST_LOGO_URL', '//elsewhere.example/logo.png'],
    ['TIME_ZONE', 'Asia/Nowhere'],
    ['LANGUAGE', 'fr'],
    ['PHOTO_MAX_MB', '-1'],
    ['PHOTO_MAX_MB', '1e3'],
    ['PHOTO_MAX_FILES', '2.5'],
    ['TRASH_DAYS', '0'],
    ['SESSION_IDLE_HOURS', 'never'],
    ['SESSION_MAX_DAYS', '0'],
    ['LOGIN_WINDOW_MINUTES', '0'],
    ['LOGIN_ACCOUNT_FAILURES', '0'],
    ['LOGIN_ADDRESS_FAILURES', 'ten'],
    ['LOGIN_SLOW_FAILURES', '0'],
    ['LOGIN_RANGE_FAILURES', '-1'],
    ['HISTORY_SIGN_INS_YEARS', 'two'],
    ['STOP_TIMEOUT_SECONDS', '301'],
    ['ARGON2_MEMORY_KIB', '1'],
    ['ADMIN_PASSWORD', 'Abcdefg1'],
    ['ADMIN_USERNAME', 'x'.repeat(101)],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '0'],
    ['METRICS_TOKEN', 'short'],
    ['STOP_DELAY_SECONDS', '61'],
  ])('%s=%s is reported with the name of the setting', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  })

  test('is reported without the secret in it', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://asha:hush@host/x' })).not.toThrow(/hush/)
    expect(() => readConfig({ ADMIN_PASSWORD: 'hush' })).not.toThrow(/hush/)
  })
})

describe('NAME_FILE', () => {
  test.each(SECRETS)('names a file with the value of %s', (name) => {
    const bucket = { MEDIA_STORE: 's3', S3_BUCKET: 'sevadesk', S3_ACCESS_KEY_ID: 'asha', S3_SECRET_ACCESS_KEY: 'hush' }
    const key = { RAZORPAY_KEY_ID: 'rzp', RAZORPAY_KEY_SECRET: 'secret', ...(name.startsWith('S3') && bucket) }
    const value = name === 'DATABASE_URL' ? 'postgres://asha:hush@host/x' : ' Long Secret#2026'
    const env = { ...key, [name]: undefined, [`${name}_FILE`]: fileOf(`${value}\n`) }
    expect(readConfig(env)).toEqual(readConfig({ ...key, [name]: value }))
    const both = `${name} and ${name}_FILE are both set; remove one of them.`
    expect(() => readConfig({ ...env, [name]: value })).toThrow(both)
  })

  test.each([
    ['a missing', () => '/nowhere/secret', /^ADMIN_PASSWORD_FILE names a file that cannot be read: ENOENT.+secret'\.$/],
    ['an empty', () => fileOf('\n'), /^ADMIN_PASSWORD_FILE names an empty file: .+\.$/],
  ])('%s file is reported', (_case, file, sentence) => {
    expect(() => readConfig({ ADMIN_PASSWORD_FILE: file() })).toThrow(sentence)
  })
})

describe('Razorpay settings', () => {
  const key = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'very-secret' }

  test('give the key, the webhook secrets and the API address', () => {
    expect(
      readConfig({
        ...key,
        RAZORPAY_WEBHOOK_SECRET: 'new-and-very-long,, old-and-very-long',
        RAZORPAY_API_URL: 'http://127.0.0.1:9/',
      }).razorpay,
    ).toEqual({
      keyId: 'rzp_live_1',
      keySecret: 'very-secret',
      webhookSecrets: ['new-and-very-long', 'old-and-very-long'],
      apiUrl: 'http://127.0.0.1:9',
    })
    expect(readConfig(key).razorpay).toMatchObject({ webhookSecrets: [], apiUrl: 'https://api.razorpay.com' })
  })

  test.each([
    [{ RAZORPAY_KEY_ID: 'rzp_live_1' }, 'RAZORPAY_KEY_SECRET'],
    [{ RAZORPAY_KEY_SECRET: 'very-secret' }, 'RAZORPAY_KEY_ID'],
    [{ RAZORPAY_WEBHOOK_SECRET: 'very-secret-and-long' }, 'RAZORPAY_KEY_ID'],
    [{ ...key, RAZORPAY_WEBHOOK_SECRET: 'very-secret-15c' }, 'RAZORPAY_WEBHOOK_SECRET'],
    [{ ...key, RAZORPAY_WEBHOOK_SECRET: 'very-secret-with,a-comma-in-it' }, 'RAZORPAY_WEBHOOK_SECRET'],
    [{ ...key, RAZORPAY_API_URL: 'http://api.razorpay.com' }, 'RAZORPAY_API_URL'],
    [{ ...key, RAZORPAY_API_URL: 'https://api.razorpay.com/v1' }, 'RAZORPAY_API_URL'],
  ])('are refused for %j, naming the setting but no secret', (env, name) => {
    let message = ''
    try {
      readConfig(env)
    } catch (error) {
      message = error instanceof ConfigError ? error.message : ''
    }
    expect(message).toContain(name)
    expect(message).not.toContain('very-secret')
  })
})

test.each(['RAZORPAY_API_URL', 'PANEL_ORIGINS', 'TRUST_LOGO_URL', 'S3_ENDPOINT'])(
  'leaves out what may be a secret in a wrong %s',
  (name) => {
    const others = { RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's', MEDIA_STORE: 's3', S3_BUCKET: 'b' }
    expect(() => readConfig({ ...others, [name]: 'ftp://key:hidden@example.com/' })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`^${name}(?!.*hidden).* has an @\\.$`)) }),
    )
  },
)
