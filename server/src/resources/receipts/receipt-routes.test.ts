import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { readPdf } from '../../testing/files/drawn-pdf.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { ownTestApp, sharedTestApp } from '../../testing/shared-app.ts'
import type { TestSession } from '../../testing/test-app.ts'
import { fixedTrust } from '../../testing/trust.ts'
import { trustOf } from '../../trust/trust-content.ts'
import type { Trust } from '../../trust/trust-settings.ts'
import { issueReceipt } from './receipt-service.ts'

const SITE = 'https://site.example'

test('limits receipts per address without a session', async () => {
  const server = await ownTestApp({ env: { RECEIPTS_PER_HOUR: '2', PUBLIC_CALLS_PER_HOUR: '1' } })
  const fetchReceipt = async (ip: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: '/api/donate/receipt/unknown', remoteAddress: ip, headers })
  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await fetchReceipt('192.0.2.1')).statusCode)
  expect(statuses).toEqual([404, 404, 429])
  const over = { cookie: 'sevadesk_session=over', origin: `http://localhost:${server.config.port}` }
  const refusal = await fetchReceipt('192.0.2.1', over)
  expect(refusal.statusCode).toBe(429)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await fetchReceipt('192.0.2.1', server.staff.bearer)).statusCode).toBe(404)
  expect((await fetchReceipt('192.0.2.2')).statusCode).toBe(404)
})

eachDatabase((engine) => {
  const env = { SITE_ORIGINS: SITE, TRUST_NAME: 'Sunrise Seva Trust', RECEIPTS_PER_HOUR: '1000' }
  const here = sharedTestApp({ engine, env })
  let otherStaff: TestSession
  beforeAll(async () => {
    otherStaff = await here.signIn(['UserInformation', 'Dashboard'])
  })

  async function donationWithReceipt(
    given: Parameters<typeof buildDonation>[1] = {},
    { at = new Date(), trust = here.trust.lastKnown }: { at?: Date; trust?: Trust } = {},
  ): Promise<{ id: string; token: string; number: string }> {
    const { db, config } = here
    const { id } = await buildDonation(db, given)
    await db
      .transaction()
      .execute((transaction) =>
        issueReceipt(transaction, { config, trust: fixedTrust(trust) }, { donationId: id, capturedAt: at }),
      )
    const row = await db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { id, token: row.receipt_token ?? '', number: row.receipt_number ?? '' }
  }

  const fetchReceipt = (token: string, headers: Record<string, string> = {}) =>
    here.send('POST', `/donate/receipt/${token}`, undefined, { by: null, headers })
  const textOf = async (token: string) => (await readPdf((await fetchReceipt(token)).rawPayload)).text
  const change = (id: string, values: object) =>
    here.db.updateTable('donations').set(values).where('id', '=', id).execute()

  const longAgo = { at: new Date('2020-06-01T06:00:00.000Z') }

  describe('access', () => {
    test('is in the history of receipts and of its donation when a user opens it', async () => {
      const { id, token, number } = await donationWithReceipt()
      await fetchReceipt(token, here.staff.bearer)
      const by = await here.signIn('superadmin')
      for (const query of ['kind=receipt', `kind=donation&record=${id}`]) {
        const { data } = await here.read(`/history?${query}&limit=1`, { by })
        expect(data).toMatchObject([{ action: 'receipt.opened', recordId: id, details: { receiptNumber: number } }])
      }
    })

    test('needs only the token, also from the public site, and forbids caching the file', async () => {
      const { token, number } = await donationWithReceipt()
      const answer = await fetchReceipt(token, { origin: SITE })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="receipt-${number.replaceAll('/', '-')}.pdf"`,
        'cache-control': 'no-store',
        'access-control-allow-origin': SITE,
      })
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
      const { text } = await readPdf(answer.rawPayload)
      expect(text).toContain('SunriseSevaTrust')
      expect(text).toContain(`Receiptno.${number}`)
    })

    test('ends when the link expires, except for accounts that may open Donations', async () => {
      const { token } = await donationWithReceipt({}, longAgo)
      const refused = await fetchReceipt(token)
      const message = 'This link to the receipt has expired. Please ask the trust for a new copy.'
      expect([refused.statusCode, refused.json()]).toMatchObject([410, { code: 'gone', message }])
      expect((await fetchReceipt(token, otherStaff.bearer)).statusCode).toBe(410)
      expect((await fetchReceipt(token, here.staff.bearer)).statusCode).toBe(200)
      expect((await fetchReceipt(token, here.staff.cookie)).statusCode).toBe(200)
    })

    test('returns 401 for an ended session if the link has expired', async () => {
      const { token } = await donationWithReceipt({}, longAgo)
      const fresh = await donationWithReceipt()
      const over = { cookie: 'sevadesk_session=over', origin: here.staff.cookie.origin }
      expect((await fetchReceipt(token, over)).statusCode).toBe(401)
      expect((await fetchReceipt(token, { authorization: 'Bearer over' })).statusCode).toBe(401)
      expect((await fetchReceipt(fresh.token, over)).statusCode).toBe(200)
      expect((await fetchReceipt('unknown', over)).statusCode).toBe(404)
    })
  })

  describe('refuses a token', () => {
    test.each([
      ['that is unknown', 'A'.repeat(43)],
      ['with a null byte', 'abc%00'],
      ['with a line break', 'abc%0A'],
      ['that is a wildcard', '%25'],
      ['that is an SQL injection', "'%20or%201=1"],
      ['that is an object', '%7B%22$ne%22:1%7D'],
      ['in Hindi', encodeURIComponent('रसीद')],
      ['of 10 kB', 'A'.repeat(10_000)],
      ['of 150 characters', 'A'.repeat(150)],
      ['that cannot be decoded', '%E0%A4%A'],
      ['that is a relative path', '..%2F..%2Fdonate'],
    ])('%s', async (_, token) => {
      for (const headers of [{}, here.staff.bearer]) {
        const answer = await fetchReceipt(token, headers)
        expect([400, 404, 414]).toContain(answer.statusCode)
        expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/\w.*\.$/) })
      }
    })

    test('that is altered', async () => {
      const { token } = await donationWithReceipt()
      for (const wrong of [token.slice(0, -1), token + token, `${token}x`, token.toLowerCase(), ` ${token}`]) {
        expect((await fetchReceipt(encodeURIComponent(wrong))).statusCode).toBe(404)
      }
    })

    test('of a donation without a receipt', async () => {
      await buildDonation(here.db, { status: 'authorized', receipt_token: 'early' })
      expect((await fetchReceipt('early', here.staff.bearer)).statusCode).toBe(404)
    })
  })

  describe('the content', () => {
    test('stays identical when donation and settings change, but says CANCELLED while the donation is deleted', async () => {
      const trustNamed = (name: string) => trustOf({ name, wordings: [{ from: '2000-01-01', title: name }] }, 'en')
      const { id, token } = await donationWithReceipt({}, { trust: trustNamed('The old name') })
      const before = (await fetchReceipt(token)).rawPayload
      await donationWithReceipt({}, { trust: trustNamed('The new name') })
      const other = { donor_name: 'Somebody else', amount: 1, purpose: 'x', payment_method: 'card' }
      await change(id, { ...other, created_at: '2001-01-01' })
      expect((await fetchReceipt(token)).rawPayload.equals(before)).toBe(true)
      await change(id, { deleted_at: new Date().toISOString() })
      expect(await textOf(token)).toContain('CANCELLED')
      await change(id, { deleted_at: null })
      for (const headers of [{}, here.staff.bearer])
        expect((await fetchReceipt(token, headers)).rawPayload.equals(before)).toBe(true)
      const { text } = await readPdf(before)
      expect(text).toContain('Theoldname')
      expect(text).not.toContain('CANCELLED')
    })

    test.each(['refunded', 'Cancelled'])(
      'says CANCELLED while the donation is %s, and stores nothing',
      async (status) => {
        const { id, token, number } = await donationWithReceipt()
        const stored = async () => [
          await storedFiles(here.config.dataDir),
          await here.db.selectFrom('receipts').selectAll().where('donation_id', '=', id).execute(),
        ]
        const before = await stored()
        expect(await textOf(token)).not.toContain('CANCELLED')
        await change(id, { status })
        expect(await textOf(token)).toContain('CANCELLED')
        expect(await textOf(token)).toContain(number)
        await change(id, { status: 'captured' })
        expect(await textOf(token)).not.toContain('CANCELLED')
        expect(await stored()).toEqual(before)
      },
    )
  })

  // On PostgreSQL a request fails after waiting 10 s for a connection. On a busy machine, the last of
  // 300 requests would wait longer.
  const simultaneous = engine === 'PostgreSQL' ? 100 : 300
  test(`serves ${simultaneous} simultaneous requests for one receipt, and staff at the same time`, async () => {
    const [one, other] = [await donationWithReceipt(), await donationWithReceipt()]
    const many = Array.from({ length: simultaneous }, () => fetchReceipt(one.token))
    expect((await fetchReceipt(other.token, here.staff.bearer)).statusCode).toBe(200)
    expect(new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })
})
