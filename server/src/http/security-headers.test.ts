import { expect, test } from 'vitest'
import { suiteServer } from '../testing/test-app.ts'

const server = suiteServer({
  env: { TRUSTED_PROXIES: '10.0.0.0/8', TRUST_LOGO_URL: 'https://images.example.org/logo.png' },
})

test.each(['/', '/gaushala', '/api/event', '/api/admin/me', '/api/nope', '/config.json'])(
  '%s is sent with strict headers',
  async (url) => {
    const { headers } = await server.app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    for (const rule of [
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(rule)
    }
    expect(policy).toContain("img-src 'self' data: blob: https://images.example.org")
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  },
)

test('sends HSTS only when a trusted proxy reports https', async () => {
  const headersFor = async (remoteAddress: string) =>
    (await server.app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-proto': 'https' } })).headers
  expect(await headersFor('10.1.2.3')).toHaveProperty('strict-transport-security')
  expect(await headersFor('192.0.2.7')).not.toHaveProperty('strict-transport-security')
})
