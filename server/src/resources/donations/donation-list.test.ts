import { CSV_HEAD } from '@sevadesk/contract/donations/donation-csv.ts'
import { DonationPageQuery, listDonations } from '@sevadesk/contract/donations/donation-schemas.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { PERIODS } from '@sevadesk/contract/donations/period.ts'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const DAY_MS = 86_400_000
/** At noon in the trust's zone, so that no day ends during the tests. */
const NOW = Date.parse('2026-11-21T06:30:00.000Z')
const COUNT = 25

eachDatabase((engine) => {
  let server: TestApp
  let bearer: { authorization: string }
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    server = await testApp({ engine })
    bearer = (await server.signIn(['Donations'])).bearer
    for (let n = 1; n <= COUNT; n += 1) {
      await buildDonation(server.db, {
        donor_name: `Donor ${String(n).padStart(2, '0')}`,
        donor_pan: 'ABCDE1234F',
        amount: n * 100,
        status: n % 5 === 0 ? 'Failed' : 'captured',
        purpose: n === 7 ? 'अन्नदान' : null,
        receipt_token: `token-${n}`,
        receipt_number: `SD/${n}`,
        created_at: new Date(NOW - (COUNT - n) * 40 * DAY_MS).toISOString(),
      })
    }
    await buildDonation(server.db, { donor_name: 'Deleted', deleted_at: '2026-11-01T00:00:00.000Z' })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const get = (path: string, headers = bearer) => server.app.inject({ url: `/api/donate${path}`, headers })
  const names = (answer: { json(): { data: { donorName: string }[] } }) =>
    answer.json().data.map((row) => row.donorName)
  const numbers = (from: number, to: number) =>
    Array.from(
      { length: Math.abs(from - to) + 1 },
      (_, n) => `Donor ${String(from > to ? from - n : from + n).padStart(2, '0')}`,
    )

  test('without parameters returns the whole list, newest first, as specified', async () => {
    const answer = await get('')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(names(answer)).toEqual(numbers(COUNT, 1))
    expect(Object.keys(answer.json())).toEqual(['success', 'data'])
    // Fastify does not check a stream against the schema, so the test does.
    expect(Value.Clean(listDonations.response, answer.json())).toEqual(answer.json())
    expect(Value.Errors(listDonations.response, answer.json())).toEqual([])
    expect(answer.json().data[0]).toMatchObject({ razorpay: { signature: null }, receipt: { number: 'SD/25' } })
  })

  test('omits payment, receipt, address and PAN without the section Donations', async () => {
    const donors = (await server.signIn(['UserInformation'])).bearer
    for (const path of ['', '?page=1', '?search=donor']) {
      const { data } = (await get(path, donors)).json()
      expect(data.length).toBeGreaterThan(9)
      for (const donation of data) {
        expect(Object.keys(donation)).toEqual([
          '_id',
          'donorName',
          'donorEmail',
          'donorPhone',
          'amount',
          'currency',
          'purpose',
          'localStatus',
          'createdAt',
          'updatedAt',
        ])
      }
    }
    expect((await get('?page=1')).json().data[0]).toMatchObject({
      donorPan: '••••••234F',
      receipt: { token: 'token-25' },
    })
  })

  test('returns pages of ten by default, and the last page for any later page number', async () => {
    expect((await get('?page=1')).json()).toMatchObject({ success: true, total: COUNT, isCapped: false, page: 1 })
    expect(names(await get('?page=1'))).toEqual(numbers(25, 16))
    expect(names(await get('?limit=4'))).toEqual(numbers(25, 22))
    expect(names(await get('?page=3&sort=oldest'))).toEqual(numbers(21, 25))
    for (const page of ['3', '4', '1000000000', '999999999999', '9'.repeat(400)]) {
      const answer = await get(`?page=${page}`)
      expect(answer.json().page).toBe(3)
      expect(names(answer)).toEqual(numbers(5, 1))
    }
    expect((await get('?page=7&search=nobody+at+all')).json()).toEqual({
      success: true,
      data: [],
      total: 0,
      isCapped: false,
      page: 1,
    })
    expect((await get('?page=7&status=pending')).json()).toEqual({
      success: true,
      data: [],
      total: 0,
      isCapped: false,
      page: 1,
    })
  })

  test('without a page number returns the whole filtered list', async () => {
    expect(names(await get('?status=failed'))).toEqual(['Donor 25', 'Donor 20', 'Donor 15', 'Donor 10', 'Donor 05'])
    expect(names(await get('?status=failed&sort=oldest'))).toEqual([
      'Donor 05',
      'Donor 10',
      'Donor 15',
      'Donor 20',
      'Donor 25',
    ])
    expect(names(await get(`?search=${encodeURIComponent('अन्न')}`))).toEqual(['Donor 07'])
    expect(names(await get(`?searchIn=donor&search=${encodeURIComponent('अन्न')}`))).toEqual([])
    expect(names(await get('?period=today'))).toEqual(['Donor 25'])
    expect((await get('?status=pending')).json()).toEqual({ success: true, data: [] })
  })

  test('returns the same donations in list, pages and export for every filter', async () => {
    for (const status of STATUS_FILTERS) {
      for (const period of PERIODS) {
        for (const search of ['', 'donor 2']) {
          const filter = `status=${status}&period=${period}&search=${search}`
          const list = names(await get(`?${filter}`))
          const pages: string[] = []
          for (let page = 1; page <= Math.ceil(list.length / 4); page += 1)
            pages.push(...names(await get(`?${filter}&limit=4&page=${page}`)))
          const lines = (await get(`/export?${filter}`)).body.trim().split('\r\n').slice(1)
          expect([filter, pages]).toEqual([filter, list])
          expect(lines.map((line) => line.split(',')[1]?.replaceAll('"', ''))).toEqual(list)
        }
      }
    }
  })

  test('/successful returns the newest and a total with a limit, and the whole list without one', async () => {
    const five = (await get('/successful?limit=5')).json()
    expect(five.data.map(({ donorName }: { donorName: string }) => donorName)).toEqual([
      'Donor 24',
      'Donor 23',
      'Donor 22',
      'Donor 21',
      'Donor 19',
    ])
    expect(five.totalAmount).toBe(25_000)
    await server.db
      .updateTable('donations')
      .set({ refunded_amount: 100, held_payment_id: 'pay_held' })
      .where('donor_name', '=', 'Donor 24')
      .execute()
    const fields = { refundedAmount: 100, heldPaymentId: 'pay_held' }
    expect((await get('/successful?limit=1')).json().data[0]).toMatchObject(fields)
    const dashboard = (await server.signIn(['Dashboard'])).bearer
    const newest = (await get('/successful?limit=1', dashboard)).json().data[0]
    for (const field of ['razorpay', 'receipt', 'paymentMethod', 'donorAddress', 'donorPan', ...Object.keys(fields)])
      expect(newest).not.toHaveProperty(field)
    expect(names(await get('/successful'))).toHaveLength(20)
    expect((await get('/successful')).json()).not.toHaveProperty('totalAmount')
  })

  test('/summary returns the figures of the screen', async () => {
    const { success, data } = (await get('/summary')).json()
    expect(success).toBe(true)
    expect(data).toEqual({
      totalAmount: 25_000,
      monthAmount: expect.any(Number),
      count: COUNT,
      uniqueDonors: COUNT,
      hasOtherCurrency: false,
      successfulCount: 20,
      statuses: ['authorized', 'failed'],
    })
  })

  test('/export sends a CSV attachment that must not be cached', async () => {
    const answer = await get('/export')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="donations-2026-11-21.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(answer.body.startsWith(`\ufeff${CSV_HEAD}`)).toBe(true)
    const filtered = await get('/export?status=pending')
    expect(filtered.headers['content-disposition']).toContain('"donations-filtered-2026-11-21.csv"')
    expect(filtered.body.split('\r\n')).toHaveLength(2)
    await get('/export?search=ABCPE1234F&status=pending')
    // A donor's PAN may be what a user searches for.
    const { details } = (await historyOf(server.db)).at(-1) ?? {}
    expect(details).toEqual({ search: true, status: 'pending' })
  })

  describe('unusual queries', () => {
    const long = 'x'.repeat(201)
    test.each([
      ['?page=0', 'Page must be a whole number, 1 or more.', 'पेज नंबर 1 या उससे बड़ा होना चाहिए।'],
      ['?page=-1', 'Page must be a whole number, 1 or more.', 'पेज नंबर 1 या उससे बड़ा होना चाहिए।'],
      ['?page=1e3', 'Page must be a whole number, 1 or more.', 'पेज नंबर 1 या उससे बड़ा होना चाहिए।'],
      ['?page=', 'Page must be a whole number, 1 or more.', 'पेज नंबर 1 या उससे बड़ा होना चाहिए।'],
      ['?page=%00', 'Page must be a whole number, 1 or more.', 'पेज नंबर 1 या उससे बड़ा होना चाहिए।'],
      ['?page=1&page=2', 'Page can be given only once.', 'पेज नंबर एक ही बार दिया जा सकता है।'],
      ['?search=a&search=b', 'Search can be given only once.', 'खोज एक ही बार दिया जा सकता है।'],
      ['?limit=-5', 'Limit must be a whole number from 1 to 100.', 'एक पेज पर 1 से 100 तक ही दिखाए जा सकते हैं।'],
      ['?limit=101', 'Limit must be a whole number from 1 to 100.', 'एक पेज पर 1 से 100 तक ही दिखाए जा सकते हैं।'],
      ['/successful?limit=0', 'Limit must be a whole number from 1 to 100.', 'एक पेज पर 1 से 100 तक ही दिखाए जा सकते हैं।'],
      ['?period=decade', 'Period is not one of the accepted values.', 'अवधि में जो भरा है वह यहाँ नहीं चलेगा।'],
      ['?status=captured', 'Status is not one of the accepted values.', 'स्थिति में जो भरा है वह यहाँ नहीं चलेगा।'],
      ['/export?status=all&status=all', 'Status can be given only once.', 'स्थिति एक ही बार दिया जा सकता है।'],
      ['?sort=up', 'Sort order is not one of the accepted values.', 'क्रम में जो भरा है वह यहाँ नहीं चलेगा।'],
      [`?search=${long}`, 'Search can have at most 200 characters.', 'खोज में ज़्यादा से ज़्यादा 200 अक्षर हो सकते हैं।'],
      [`/export?search=${long}`, 'Search can have at most 200 characters.', 'खोज में ज़्यादा से ज़्यादा 200 अक्षर हो सकते हैं।'],
    ])('%s returns 400 with a message', async (path, en, hi) => {
      const english = await get(path)
      expect([english.statusCode, english.json().message]).toEqual([400, en])
      expect((await get(path, { ...bearer, 'accept-language': 'hi' } as typeof bearer)).json().message).toBe(hi)
    })

    test.each(['%00', '%', '_', "'", '"', '%ff%fe', '\\', '*', '^', '%F0%9F%90%84', 'x'.repeat(200), '%20', ''])(
      'the search "%s" succeeds',
      async (search) => {
        for (const rest of ['&page=1', '', '&page=1&searchIn=donor&status=authorized&period=year&sort=oldest']) {
          const answer = await get(`?search=${search}${rest}`)
          expect([answer.statusCode, answer.json().success]).toEqual([200, true])
        }
        expect((await get(`/export?search=${search}`)).statusCode).toBe(200)
      },
    )

    test('ignores unknown parameters', async () => {
      expect((await get('?page=1&_=123')).json()).toEqual((await get('?page=1')).json())
      expect(DonationPageQuery.properties).not.toHaveProperty('_')
    })
  })
})
