import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@sevadesk/server/resources/admins/password-hash-service.ts'
import { issueReceipt } from '@sevadesk/server/resources/receipts/receipt-service.ts'
import { TEST_ACCOUNT as ACCOUNT, checkForTest as check } from '@sevadesk/server/testing/check-backend.ts'
import { buildAdmin, buildDonation } from '@sevadesk/server/testing/factories.ts'
import { formOf } from '@sevadesk/server/testing/forms.ts'
import { sampleImage } from '@sevadesk/server/testing/sample-images.ts'
import { freePort } from '@sevadesk/server/testing/server-process.ts'
import { type TestApp, testApp } from '@sevadesk/server/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CONTRACT_CALLS } from './contract-call-list.ts'

describe('our own server', () => {
  let server: TestApp
  let url: string
  const requests: string[] = []
  beforeAll(async () => {
    server = await testApp()
    const passwordHash = await hashPassword(ACCOUNT.password, server.config.argon2)
    await buildAdmin(server.db, { username: ACCOUNT.username, password_hash: passwordHash, role: 'superadmin' })
    await buildAdmin(server.db, { sections: ['Events'] })
    await buildDonation(server.db)
    const { id: donationId } = await buildDonation(server.db, { donor_name: null })
    await server.db
      .transaction()
      .execute((transaction) => issueReceipt(transaction, server, { donationId, capturedAt: new Date() }))
    const { bearer } = await server.signIn('superadmin')
    const image = { field: 'image', name: 'a.jpg', bytes: await sampleImage('jpeg') }
    const { payload, headers } = formOf(['title', 'Camp'], image)
    await server.app.inject({ method: 'POST', url: '/api/event/addevent', payload, headers: { ...headers, ...bearer } })
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    server.app.server.on('request', ({ method, url: path }) => requests.push(`${method} ${path}`))
  })
  afterAll(() => server.close())

  test('is what its own contract says, and is only read', async () => {
    requests.length = 0
    const { isClean, said } = await check(url)
    expect(said).not.toMatch(/DIFFERS|note/)
    expect(isClean).toBe(true)
    const changing = requests.filter((request) => !request.startsWith('GET '))
    expect(changing).toEqual([
      'POST /api/admin/login',
      expect.stringMatching(/^POST \/api\/donate\/receipt\/[\w-]+$/),
      'POST /api/admin/logout',
    ])
    expect(said).toContain('✓ POST /donate/receipt/:token')
    expect(said).toContain('Not tried: GET /donate/export (it may be large).')
    expect(said).toContain('but for deleting and restoring donations and deleting messages.')
    for (const call of [
      '/donate',
      '/donate/summary',
      '/donate/deleted',
      '/galleryphoto/NursingHospital',
      '/admin/sessions',
    ])
      expect(said).toContain(`✓ GET ${call}`)
    expect(requests.some((request) => request.startsWith('GET /media/'))).toBe(true)
  })

  test('goes through every trial of writing and is as it was before', async () => {
    const tables = ['admins', 'events', 'photos', 'home_videos'] as const
    const rows = () =>
      Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().orderBy('id').execute()))
    const before = await rows()
    const { isClean, said } = await check(`${url}/api/`, { isWriting: true })
    expect(said).not.toMatch(/DIFFERS|Left behind/)
    expect(isClean).toBe(true)
    expect(await rows()).toEqual(before)
    expect(said).toContain('✓ PUT /admin/update-password, as the new admin')
    expect(said).toContain('✓ POST /admin/sessions/:sessionId/revoke, as the new admin')
    expect(said).toContain('✓ DELETE /admin/sessions/:sessionId, as the new admin')
    const untried = /Not tried: (.*)\.\n/
      .exec(said)?.[1]
      ?.replace(/ \([^)]*\)/g, '')
      .split(', ')
    expect(untried?.sort()).toEqual([
      'DELETE /donate/:id',
      'DELETE /message/deleteMessage/:id',
      'GET /donate/export',
      'POST /donate/:id/restore',
    ])
  })

  test('is left by a session that is over', async () => {
    const live = server.db.selectFrom('sessions').innerJoin('admins', 'admins.id', 'sessions.admin_id')
    const open = live.select('sessions.id').where('username', '=', ACCOUNT.username).where('revoked_at', 'is', null)
    expect(await open.execute()).toEqual([])
  })

  test('has the calls that the check knows, each once', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json()
    const described = Object.entries(paths).flatMap(([path, each]) =>
      Object.keys(each as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const known = CONTRACT_CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    expect(known.sort()).toEqual(described.sort())
  })
})

describe('a backend of somebody else', () => {
  const MAIN = fileURLToPath(new URL('../../e2e/other-backend/main.ts', import.meta.url))
  let child: ChildProcess
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    const env = { PORT: port, ADMIN_USERNAME: ACCOUNT.username, ADMIN_PASSWORD: ACCOUNT.password }
    child = spawn(process.execPath, [MAIN], { env, stdio: 'inherit' })
    await vi.waitFor(() => fetch(url), { timeout: 30_000 })
  })
  afterAll(async () => {
    child.kill()
    await once(child, 'exit')
  })

  test('is told call by call what differs and what the panel does then', async () => {
    const { isClean, said } = await check(url)
    expect(isClean).toBe(false)
    expect(said).toContain('✓ POST /admin/login')
    expect(said).toMatch(
      /✗ GET \/donate\n[^✓✗]*DIFFERS {2}data\[\]\.amount: expected whole number, came .*\n +No amount is shown/,
    )
    expect(said).toMatch(
      /note {2}data\[\]\.donorPhone: expected text \| null, came the number \d+ .*\n +The panel reads it as text/,
    )
    expect(said).toMatch(/note {2}The field success is missing beside data/)
  })

  test('carries out the trials of writing, and keeps nothing of them', async () => {
    const { said } = await check(url, { isWriting: true })
    for (const call of ['POST /event/addevent', 'POST /galleryphoto/addPhoto', 'PUT /homevideo/updatevideo'])
      expect(said).toContain(`✓ ${call}`)
    expect(said).toContain('✓ PUT /admin/update-password, as the new admin')
    for (const call of ['POST /admin/sessions/:sessionId/revoke', 'DELETE /admin/sessions/:sessionId'])
      expect(said).toContain(`✓ ${call}, as the new admin`)
    expect(said).toContain('✓ POST /donate/receipt/:token')
    expect(said).not.toContain('Left behind')
    expect(said).toContain('has been deleted again')
  })
})
