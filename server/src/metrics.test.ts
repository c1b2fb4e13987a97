import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { eachDatabase, onlyPostgres } from './testing/databases.ts'
import { sampleImage } from './testing/files/sample-images.ts'
import { type TestApp, testApp } from './testing/test-app.ts'

const TOKEN = 'a token of metrics'
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` }

async function serverWith(env: Record<string, string>, engine: 'SQLite' | 'PostgreSQL' = 'SQLite'): Promise<TestApp> {
  const server = await testApp({ env, engine })
  onTestFinished(() => server.close())
  return server
}

/** Returns the lines of the metrics with this name. */
async function readMetrics(server: TestApp, name: string): Promise<string[]> {
  const { body } = await server.get('/metrics', AUTHORIZED)
  return body.split('\n').filter((line) => line.startsWith(name))
}

eachDatabase((engine) => {
  test('reports the server, its jobs, its disk and its database', async () => {
    const server = await serverWith({ METRICS_TOKEN: TOKEN }, engine)
    const job = { kind: 'x', attempts: 1, due_at: '2099-01-01', created_at: '2026-01-01', failed_at: '2026-01-02' }
    await server.db
      .insertInto('jobs')
      .values({ ...job, id: '1', subject: '1' })
      .execute()
    expect(await readMetrics(server, 'sevadesk_info')).toEqual([
      expect.stringMatching(/\{version="\d+\.\d+\.\d+"\} 1$/),
    ])
    expect(await readMetrics(server, 'sevadesk_jobs')).toEqual([
      'sevadesk_jobs{state="waiting"} 0',
      'sevadesk_jobs{state="failed"} 1',
    ])
    expect(await readMetrics(server, 'sevadesk_disk')).toEqual([expect.stringMatching(/\{folder="DATA_DIR"\} \d{8,}$/)])
    expect(await readMetrics(server, 'sevadesk_database_connections')).toHaveLength(engine === 'SQLite' ? 0 : 3)
    await server.db.destroy()
    expect(await readMetrics(server, 'sevadesk_jobs')).toEqual([])
  })
})

test('labels requests with the pattern of their route, never with an address', async () => {
  const server = await serverWith({ METRICS_TOKEN: TOKEN })
  const staff = await server.signIn('superadmin')
  for (const id of ['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb']) await staff.get(`/donors/${id}?name=Asha`)
  await server.get('/nothing/Asha')
  await server.app.inject('/page-of-Asha')
  const counts = await readMetrics(server, 'sevadesk_http_request_duration_seconds_count')
  expect(counts).toContain(
    'sevadesk_http_request_duration_seconds_count{method="GET",route="/api/donors/:id",status="404"} 2',
  )
  expect(counts.join()).not.toMatch(/aaaaaa|Asha/)
  const routes = counts.map((line) => /route="([^"]*)"/.exec(line)?.[1])
  expect(new Set(routes)).toEqual(new Set(['/api/donors/:id', '/*', 'none']))
})

test('counts refused sign-ins and uploads', async () => {
  const server = await serverWith({ METRICS_TOKEN: TOKEN })
  await server.post('/admin/login', { username: 'nobody', password: 'wrong' })
  expect(await readMetrics(server, 'sevadesk_sign_ins_refused_total')).toEqual([
    'sevadesk_sign_ins_refused_total{code="wrong_credentials"} 1',
  ])
  const staff = await server.signIn('superadmin')
  const photo = { field: 'images', name: 'a.jpg', bytes: await sampleImage('jpeg') }
  const form = [['title', 'A'], ['description', 'B'], ['sectionName', 'School'], photo] as const
  expect((await staff.form('POST', '/galleryphoto/addPhoto', form)).statusCode).toBe(200)
  const [bytes] = await readMetrics(server, 'sevadesk_upload_bytes_total')
  expect(Number(bytes?.split(' ')[1])).toBeGreaterThan(photo.bytes.length)
})

test('needs the token', async () => {
  const server = await serverWith({ METRICS_TOKEN: TOKEN })
  for (const authorization of ['', TOKEN, 'Bearer another', `Bearer ${TOKEN}.`])
    expect((await server.get('/metrics', { authorization })).statusCode).toBe(401)
})

test('is off without settings', async () => {
  const server = await serverWith({})
  expect((await server.get('/metrics')).statusCode).toBe(404)
})

test('has a port of its own, with and without a token', async () => {
  const [open, closed] = [String(await freePort()), String(await freePort())]
  const server = await serverWith({ METRICS_PORT: open })
  await serverWith({ METRICS_PORT: closed, METRICS_TOKEN: TOKEN })
  const read = (port: string, path = '/api/metrics', headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(async (response) => [
      response.status,
      await response.text(),
    ])
  expect(await read(open)).toEqual([200, expect.stringContaining('sevadesk_info{')])
  expect(await read(open, '/api/event')).toEqual([404, ''])
  expect(await read(closed)).toEqual([401, ''])
  expect((await read(closed, '/api/metrics', AUTHORIZED))[0]).toBe(200)
  expect((await server.get('/metrics', AUTHORIZED)).statusCode).toBe(404)
  vi.spyOn(Registry.prototype, 'metrics').mockRejectedValueOnce(new Error('no value'))
  expect(await read(open)).toEqual([500, ''])
})

test('does not start on a port in use', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await expect(testApp({ env: { METRICS_PORT: String(port) } })).rejects.toThrow(
    new RegExp(`^The server cannot listen on port ${port} of METRICS_PORT: .+\\.$`),
  )
})

onlyPostgres(() => {
  test('has every metric of the dashboard for Grafana', async () => {
    const dashboard = readFileSync(new URL('../../deploy/grafana-dashboard.json', import.meta.url), 'utf8')
    const server = await serverWith({ METRICS_TOKEN: TOKEN }, 'PostgreSQL')
    const { body } = await server.get('/metrics', AUTHORIZED)
    const names = dashboard.match(/\b(?:sevadesk|process|nodejs)_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(10)
    const described = new Set(body.match(/(?<=^# TYPE )\w+/gm))
    expect(
      names
        .map((name) => name.replace(/(?<=duration_seconds)_(?:count|bucket)$/, ''))
        .filter((name) => !described.has(name)),
    ).toEqual([])
  })
})
