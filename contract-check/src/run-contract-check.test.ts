import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@sevadesk/server/resources/accounts/passwords/password-hash-service.ts'
import { issueReceipt } from '@sevadesk/server/resources/receipts/receipt-service.ts'
import { buildAdmin, buildDonation, buildDonor } from '@sevadesk/server/testing/factories.ts'
import { sampleImage } from '@sevadesk/server/testing/files/sample-images.ts'
import { formOf } from '@sevadesk/server/testing/requests/forms.ts'
import { type TestApp, testApp } from '@sevadesk/server/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { CONTRACT_CALLS } from './contract-calls.ts'
import { TEST_ACCOUNT as ACCOUNT, checkBackend as check } from './testing/check-backend.ts'

describe('our server', () => {
  let server: TestApp
  let url: string
  const requests: string[] = []
  beforeAll(async () => {
    server = await testApp()
    const passwordHash = await hashPassword(ACCOUNT.password, server.config.argon2)
    await buildAdmin(server.db, { username: ACCOUNT.username, password_hash: passwordHash, role: 'superadmin' })
    await buildAdmin(server.db, { sections: ['Events'] })
    await buildDonor(server.db)
    await buildDonation(server.db)
    const { id: donationId } = await buildDonation(server.db, { donor_name: null })
    await server.db
      .transaction()
      .execute((transaction) => issueReceipt(transaction, server, { donationId, capturedAt: new Date() }))
    const { bearer } = await server.signIn('superadmin')
    const settings = { content: { name: 'Seva Trust' } }
    await server.app.inject({ method: 'PUT', url: '/api/settings', payload: settings, headers: bearer })
    const image = { field: 'image', name: 'a.jpg', bytes: await sampleImage('jpeg') }
    const { payload, headers } = formOf(['title', 'Camp'], image)
    await server.app.inject({ method: 'POST', url: '/api/event/addevent', payload, headers: { ...headers, ...bearer } })
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    server.app.server.on('request', ({ method, url: path }) => requests.push(`${method} ${path}`))
  })
  afterAll(() => server.close())

  test('matches the contract in a check that changes nothing', async () => {
    requests.length = 0
    const { isClean, output } = await check(url)
    expect(output).not.toMatch(/DIFFERS|note/)
    expect(isClean).toBe(true)
    const changing = requests.filter((request) => !request.startsWith('GET '))
    expect(changing).toEqual([
      'POST /api/admin/login',
      expect.stringMatching(/^POST \/api\/donate\/receipt\/[\w-]+$/),
      'POST /api/admin/logout',
    ])
    expect(output).toContain('✓ POST /donate/receipt/:token')
    expect(output).toContain(
      'Not tried: GET /cash-book/:day (no day is listed), GET /deposit-slips/:id (no deposit slip is listed), GET /donate/export (may be large)',
    )
    expect(output).toContain('Nothing was changed.')
    expect(output).toContain('✓ GET /settings/versions/1')
    for (const call of [
      '/donate',
      '/donate/summary',
      '/donate/held',
      '/galleryphoto/NursingHospital',
      '/admin/sessions',
    ])
      expect(output).toContain(`✓ GET ${call}`)
    expect(requests.some((request) => request.startsWith('GET /media/'))).toBe(true)
  })

  test('has the same rows after the writing checks', async () => {
    const tables = ['admins', 'events', 'photos', 'home_videos'] as const
    const rows = () =>
      Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().orderBy('id').execute()))
    const before = await rows()
    const { isClean, output } = await check(`${url}/api/`, { isWriting: true })
    expect(output).not.toMatch(/DIFFERS|Left behind/)
    expect(isClean).toBe(true)
    expect(await rows()).toEqual(before)
    expect(output).toContain('✓ PUT /admin/update-password, as the new admin')
    expect(output.match(/✓ PUT .*, from an older version/g)).toHaveLength(4)
    expect(output).toContain('✓ POST /admin/sessions/:sessionId/revoke, as the new admin')
    expect(output).toContain('✓ DELETE /admin/sessions/:sessionId, as the new admin')
    const untried = /Not tried: (.*)\.\n/
      .exec(output)?.[1]
      ?.replace(/ \([^)]*\)/g, '')
      .split(', ')
    expect(untried?.sort()).toEqual([
      'DELETE /admin/me/second-step',
      'DELETE /admin/sessions/:sessionId/trust',
      'DELETE /donate/:id',
      'DELETE /donors/certificates/:id',
      'DELETE /message/deleteMessage/:id',
      'GET /cash-book/:day',
      'GET /deposit-slips/:id',
      'GET /donate/accountant',
      'GET /donate/export',
      'GET /donors/certificates/:id',
      'GET /gifts/:id',
      'GET /history/export',
      'GET /settings/export',
      'GET /trash/:kind/:id/picture',
      'POST /admin/login/second-step',
      'POST /admin/me/second-step/code',
      'POST /admin/me/second-step/confirm',
      'POST /admin/me/second-step/recovery-codes',
      'POST /admin/me/second-step/set-up',
      'POST /cash-book/:day/close',
      'POST /deposit-slips',
      'POST /deposit-slips/:id/cancel',
      'POST /donate/:id/held/:paymentId/record',
      'POST /donate/:id/held/:paymentId/refunded',
      'POST /donate/:id/numbers',
      'POST /donate/:id/receipt',
      'POST /donors',
      'POST /donors/:id/certificates',
      'POST /donors/:id/merge',
      'POST /donors/:id/numbers',
      'POST /donors/duplicates/:id/dismiss',
      'POST /donors/duplicates/:id/same',
      'POST /donors/merges/:id/undo',
      'POST /editing',
      'POST /gifts',
      'POST /gifts/:id/cheque',
      'POST /gifts/:id/cheque/undo',
      'POST /gifts/:id/receipt',
      'POST /lists/institutions',
      'POST /lists/purposes',
      'POST /settings/preview',
      'POST /trash/:kind/:id/restore',
      'POST /trash/delete',
      'POST /trash/restore',
      'PUT /admin/me/language',
      'PUT /donors/:id',
      'PUT /gifts/:id',
      'PUT /lists/institutions/:id',
      'PUT /lists/institutions/order',
      'PUT /lists/purposes/:id',
      'PUT /lists/purposes/order',
      'PUT /lists/purposes/texts',
      'PUT /settings',
    ])
  })

  test('has no open session left by the check', async () => {
    const live = server.db.selectFrom('sessions').innerJoin('admins', 'admins.id', 'sessions.admin_id')
    const open = live.select('sessions.id').where('username', '=', ACCOUNT.username).where('revoked_at', 'is', null)
    expect(await open.execute()).toEqual([])
  })

  test('has exactly the calls of the contract', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json()
    const described = Object.entries(paths).flatMap(([path, each]) =>
      Object.keys(each as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const contractCalls = CONTRACT_CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    expect(contractCalls.sort()).toEqual(described.sort())
  })
})

describe('a backend that differs from the contract', () => {
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

  test('is reported with its differences by call', async () => {
    const { isClean, output } = await check(url)
    expect(isClean).toBe(false)
    expect(output).toContain('✓ POST /admin/login')
    expect(output).toMatch(/✗ GET \/donate\n[^✓✗]*DIFFERS {2}data\[\]\.amount: expected whole number, received /)
    expect(output).toMatch(/note {2}data\[\]\.donorPhone: expected text \| null, received the number \d+/)
    expect(output).toMatch(/note {2}success is missing/)
  })

  test('keeps no record of the writing checks', async () => {
    const { output } = await check(url, { isWriting: true })
    for (const call of ['POST /event/addevent', 'POST /galleryphoto/addPhoto', 'PUT /homevideo/updatevideo'])
      expect(output).toContain(`✓ ${call}`)
    expect(output).toContain('✓ PUT /admin/update-password, as the new admin')
    for (const call of ['POST /admin/sessions/:sessionId/revoke', 'DELETE /admin/sessions/:sessionId'])
      expect(output).toContain(`✓ ${call}, as the new admin`)
    expect(output).toContain('✓ POST /donate/receipt/:token')
    expect(output).not.toContain('Left behind')
    expect(output).toContain('All records that the check created are deleted.')
  })
})
