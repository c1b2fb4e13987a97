import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newServerEachTest } from '../testing/test-app.ts'
import { registerClientAddress } from './request-checks.ts'

const PUBLIC_URLS = ['/api/event', '/gaushala', '/api/openapi.json', '/media/aa/x.jpg', '/config.json', '/api/no']

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())
const server = newServerEachTest({ env: { PUBLIC_REQUESTS_PER_MINUTE: '12', TRUSTED_PROXIES: '127.0.0.1' } })

const get = (url: string, ip = '192.0.2.1', headers = {}) =>
  server.app.inject({ url, headers: { 'x-forwarded-for': ip, ...headers } })
const isRefused = async (ip?: string) => (await get('/api/event', ip)).statusCode === 429
async function reachLimit(ip?: string) {
  for (const url of [...PUBLIC_URLS, ...PUBLIC_URLS]) expect((await get(url, ip)).statusCode).not.toBe(429)
}

test('refuses one address above the limit until the minute is over', async () => {
  await reachLimit()
  for (const url of PUBLIC_URLS) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 429, '60'])
    expect(answer.json()).toEqual({
      success: false,
      code: 'too_many',
      message: 'Too many requests came from your internet connection. Please try again in a minute.',
    })
  }
  expect(await isRefused('192.0.2.2')).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(await isRefused()).toBe(false)
})

test('does not count calls of signed-in users on routes that need a sign-in', async () => {
  await reachLimit()
  const { bearer } = await server.signIn('superadmin')
  expect((await get('/api/admin/me', undefined, bearer)).statusCode).toBe(200)
})

test('does not count the calls of monitors', async () => {
  await reachLimit()
  for (const url of ['/api/health', '/api/ready']) expect((await get(url)).statusCode).toBe(200)
})

test('counts the addresses of one IPv6 network together', async () => {
  await reachLimit('2001:db8:1:1::1')
  expect(await isRefused('2001:db8:1:1::2')).toBe(true)
  expect(await isRefused('2001:db8:1:2::1')).toBe(false)
})

test('ends the wait after a minute although the clock was set back by a year', async () => {
  await reachLimit()
  vi.setSystemTime(Date.now() - 365 * 86_400_000)
  expect(await isRefused()).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(await isRefused()).toBe(false)
})

test('warns of a proxy that names no address, not of what a client wrote before one', async () => {
  const warnings: unknown[] = []
  const stream = { write: (line: string) => void warnings.push(JSON.parse(line)) }
  const app = Fastify({ trustProxy: '192.0.2.1', logger: { level: 'warn', stream } })
  registerClientAddress(app)
  app.get('/', ({ ip }) => ip)
  const by = async (header: string) =>
    (await app.inject({ url: '/', remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': header } })).body
  expect(await by('x, 203.0.113.7:5123')).toBe('203.0.113.7')
  expect(warnings).toEqual([])
  for (const header of ['unknown', 'unknown']) expect(await by(header)).toBe('192.0.2.1')
  expect(warnings).toMatchObject([{ invalid: 'unknown' }])
})
