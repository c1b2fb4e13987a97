import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { suiteFolder } from '../testing/files/test-folder.ts'
import { suiteServer, testApp } from '../testing/test-app.ts'

const SETTINGS = { trustName: 'Gau </script> Trust', timeZone: 'Asia/Kathmandu', language: 'hi' }

const panelDir = suiteFolder()
const server = suiteServer(async () => {
  await mkdir(join(panelDir, 'assets'))
  await writeFile(
    join(panelDir, 'index.html'),
    '<title>panel</title><link id="panel-config" rel="preload" href="/config.json" />',
  )
  await writeFile(join(panelDir, 'assets/app-1a2b.js'), 'plain')
  await writeFile(join(panelDir, 'assets/app-1a2b.js.br'), brotliCompressSync('plain'))
  await writeFile(join(panelDir, '.secret'), 'hidden')
  await writeFile(join(panelDir, '..', 'outside.txt'), 'outside').catch(() => undefined)
  return { panelDir, env: { TRUST_NAME: 'Gau </script> Trust', TIME_ZONE: 'Asia/Kathmandu', LANGUAGE: 'hi' } }
})
afterAll(async () => {
  await rm(join(panelDir, '..', 'outside.txt'), { force: true })
})

test.each(['/', '/gaushala', '/Nursing', '/donations?page=2', '/no/such/page/', '/%?x=%', '/donations/%E0%A4%A/edit'])(
  'serves index.html at %s',
  async (url) => {
    const answer = await server.app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<title>panel</title>')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
  },
)

test('caches built files for a year and sends them compressed when accepted', async () => {
  const plain = await server.app.inject('/assets/app-1a2b.js')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.body).toBe('plain')
  const small = await server.app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
  expect(small.headers['content-encoding']).toBe('br')
})

test.each([
  '/assets/gone-9f9f.js',
  '/favicon.png',
  '/.secret',
  '/../outside.txt',
  '/..%2foutside.txt',
  '/assets/..%2f..%2foutside.txt',
  '/api',
  '/api/nope',
  '/media/nope',
])('returns 4xx for %s', async (url) => {
  const answer = await server.app.inject(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toMatch(/outside|hidden|<title>/)
  expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
})

test('returns no body for HEAD', async () => {
  const answer = await server.app.inject({ method: 'HEAD', url: '/gaushala' })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
})

test('serves config.json from the settings, without apiHost or mediaHost', async () => {
  const answer = await server.app.inject('/config.json')
  expect(answer.json()).toEqual(SETTINGS)
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('embeds the settings in the page instead of a request for them', async () => {
  const { body, headers } = await server.app.inject('/')
  expect(body).not.toContain('preload')
  const [, json = ''] = body.match(/<script id="panel-config" type="application\/json">(.*?)<\/script>/) ?? []
  expect(JSON.parse(json)).toEqual(SETTINGS)
  const again = await server.app.inject({ url: '/', headers: { 'if-none-match': headers.etag } })
  expect(again.statusCode).toBe(304)
})

test('returns the build command when the panel is not built', async () => {
  const bare = await testApp({ panelDir: join(panelDir, 'nowhere') })
  const answer = await bare.app.inject('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  await bare.close()
})
