import { CSV_HEAD } from '@sevadesk/contract/donations/donation-csv.ts'
import { type Donation, DonationPageQuery, listDonations } from '@sevadesk/contract/donations/donation-schemas.ts'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildPurpose } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'

const DAY_MS = 86_400_000
/** At noon in the trust's zone, so that no day ends during the tests. */
const NOW = Date.parse('2026-11-21T06:30:00.000Z')
const COUNT = 25

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, now: NOW })
  beforeAll(async () => {
    for (let n = 1; n <= COUNT; n += 1) {
      await buildDonation(here.db, {
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
    await buildDonation(here.db, { donor_name: 'Deleted', deleted_at: '2026-11-01T00:00:00.000Z' })
  })

  const get = (path: string, options?: Parameters<typeof here.send>[3]) =>
    here.send('GET', `/donate${path}`, undefined, options)
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
    const by = await here.signIn(['UserInformation'])
    for (const path of ['', '?page=1', '?search=donor']) {
      const { data } = (await get(path, { by })).json()
      expect(data.length).toBeGreaterThan(9)
      for (const donation of data) {
        expect(Object.keys(donation)).toEqual([
          ...['_id', 'donorName', 'donorEmail', 'donorPhone', 'amount', 'currency', 'purpose'],
          ...['localStatus', 'createdAt', 'updatedAt'],
        ])
      }
    }
    const shown = { donorPan: '••••••234F', receipt: { token: 'token-25' } }
    expect((await get('?page=1')).json().data[0]).toMatchObject(shown)
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
    const empty = { success: true, data: [], total: 0, isCapped: false, page: 1 }
    for (const filter of ['search=nobody+at+all', 'status=pending', 'purpose=all', 'collector=all'])
      expect((await get(`?page=7&${filter}`)).json()).toEqual(empty)
  })

  test('/successful returns the newest and a total with a limit, and the whole list without one', async () => {
    const five = (await get('/successful?limit=5')).json()
    const newestFive = ['Donor 24', 'Donor 23', 'Donor 22', 'Donor 21', 'Donor 19']
    expect(five.data.map(({ donorName }: Donation) => donorName)).toEqual(newestFive)
    expect(five.totalAmount).toBe(25_000)
    await here.db
      .updateTable('donations')
      .set({ refunded_amount: 100, held_payment_id: 'pay_held' })
      .where('donor_name', '=', 'Donor 24')
      .execute()
    const fields = { refundedAmount: 100, heldPaymentId: 'pay_held' }
    expect((await get('/successful?limit=1')).json().data[0]).toMatchObject(fields)
    const by = await here.signIn(['Dashboard'])
    const newest = (await get('/successful?limit=1', { by })).json().data[0]
    for (const field of ['razorpay', 'receipt', 'paymentMethod', 'donorAddress', 'donorPan', ...Object.keys(fields)])
      expect(newest).not.toHaveProperty(field)
    expect(names(await get('/successful'))).toHaveLength(20)
    expect((await get('/successful')).json()).not.toHaveProperty('totalAmount')
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
    const { details } = (await historyOf(here.db)).at(-1) ?? {}
    expect(details).toEqual({ search: true, status: 'pending' })
  })

  describe('unusual queries', () => {
    const long = 'x'.repeat(201)
    test.each([
      [
        ['?page=0', '?page=-1', '?page=1e3', '?page=', '?page=%00'],
        'Page must be a whole number, 1 or more.',
        'पेज नंबर 1 या उससे बड़ा होना चाहिए।',
      ],
      [['?page=1&page=2'], 'Page can be given only once.', 'पेज नंबर एक ही बार दिया जा सकता है।'],
      [['?search=a&search=b'], 'Search can be given only once.', 'खोज एक ही बार दिया जा सकता है।'],
      [
        ['?limit=-5', '?limit=101', '/successful?limit=0'],
        'Limit must be a whole number from 1 to 100.',
        'एक पेज पर 1 से 100 तक ही दिखाए जा सकते हैं।',
      ],
      [['?period=decade'], 'Period is not one of the accepted values.', 'अवधि में जो भरा है वह यहाँ नहीं चलेगा।'],
      [['?status=captured'], 'Status is not one of the accepted values.', 'स्थिति में जो भरा है वह यहाँ नहीं चलेगा।'],
      [['/export?status=all&status=all'], 'Status can be given only once.', 'स्थिति एक ही बार दिया जा सकता है।'],
      [['?sort=up'], 'Sort order is not one of the accepted values.', 'क्रम में जो भरा है वह यहाँ नहीं चलेगा।'],
      [
        [`?search=${long}`, `/export?search=${long}`],
        'Search can have at most 200 characters.',
        'खोज में ज़्यादा से ज़्यादा 200 अक्षर हो सकते हैं।',
      ],
    ])('%j returns 400 with a message', async (paths, en, hi) => {
      for (const path of paths) {
        const english = await get(path)
        expect([path, english.statusCode, english.json().message]).toEqual([path, 400, en])
        expect((await get(path, { language: 'hi' })).json().message).toBe(hi)
      }
    })

    const SEARCHES = [
      ...['%00', '%', '%25', '_', '*', "'", '"', '""', '\\', '^', '%20', '', '%ff', '%ff%fe', '%E0%A4', '%ED%A0%80'],
      ...["';drop table donations;--", 'a%22%20OR%20%22b', 'AND', 'NEAR(a,b)', 'a%00b', '%F0%9F%90%84'],
      ...['x'.repeat(200), '%E0%A4%97'.repeat(190)],
    ]
    const DAYS = ['from=2026-02-31&to=2026-03-01', 'from=&to=', 'from=2026-04-01&from=2026-04-02&to=2026-04-03']
    test.each(['', '/export', '/successful', '/summary'])(
      'GET /donate%s returns success or a sentence, whatever it is sent',
      async (path) => {
        const searches = SEARCHES.flatMap((search) => [`search=${search}`, `page=1&searchIn=donor&search=${search}`])
        const odd = ['page=1.5', 'page[]=1', 'limit=101', 'period=', 'searchIn=everywhere', 'page=1&__proto__=1']
        const long = [`search=${'a'.repeat(10_000)}`, `page=1&search=${'a%20'.repeat(3_000)}`]
        for (const query of [...searches, ...DAYS, ...odd, ...long]) {
          const { statusCode, body } = await get(`${path}?${query}`)
          expect([200, 400], `${query}: ${body.slice(0, 100)}`).toContain(statusCode)
          if (searches.includes(query)) expect([query, statusCode]).toEqual([query, 200])
          if (statusCode === 400)
            expect(JSON.parse(body)).toMatchObject({
              success: false,
              message: expect.stringMatching(/^\p{Lu}.*[.?!]$/u),
            })
        }
      },
    )

    test('ignores unknown parameters', async () => {
      expect((await get('?page=1&_=123')).json()).toEqual((await get('?page=1')).json())
      expect(DonationPageQuery.properties).not.toHaveProperty('_')
    })
  })

  test('returns one donation as the list does, with fields by section', async () => {
    const { id: purpose_id } = await buildPurpose(here.db)
    const settledAt = '2026-03-03T06:00:00.000Z'
    const settlement = { settlement_id: 'setl_1', settlement_utr: 'UTR1', settled_at: settledAt }
    const asha = { donor_name: 'Asha', donor_pan: 'ABCPE1234F', receipt_token: 'r1', purpose_id, lost_amount: 200 }
    const { id } = await buildDonation(here.db, { ...asha, ...settlement })
    for (const section of ['Donations', 'UserInformation']) {
      const by = await here.signIn([section])
      const [first] = (await get('?page=1&limit=1', { by })).json().data
      expect((await get(`/${id}`, { by })).json()).toEqual({ success: true, data: first })
    }
    const full = { purpose: 'Gau Seva', purposeId: purpose_id, settlement: { utr: 'UTR1', settledAt } }
    expect((await get(`/${id}`)).json().data).toMatchObject(full)
    const limited = (await get(`/${id}`, { by: await here.signIn(['UserInformation']) })).json().data
    for (const field of ['razorpay', 'receipt', 'donorPan', 'purposeId', 'settlement'])
      expect(limited).not.toHaveProperty(field)
    expect(limited).toHaveProperty('lostAmount', 200)
  })

  test('shows a PAN in full to Donations alone, with a row in the history', async () => {
    const { id } = await buildDonation(here.db, { donor_name: 'Asha', donor_pan: 'ABCPE1234F' })
    const show = (of = id, by = here.staff) => here.send('POST', `/donate/${of}/numbers`, undefined, { by })
    for (const path of [`/${id}`, '', '?page=1']) expect((await get(path)).body).toMatch(/••234F/)
    expect((await show()).json().data).toEqual({ pan: 'ABCPE1234F' })
    expect((await show(id, await here.signIn(['UserInformation']))).statusCode).toBe(403)
    expect((await show('f'.repeat(24))).statusCode).toBe(404)
    const entries = await historyOf(here.db, id)
    expect(entries).toMatchObject([{ action: 'donation.pan-shown', username: here.staff.admin.username }])
    expect(JSON.stringify(entries)).not.toContain('ABCPE')
  })

  test('returns 404 for a deleted or unknown donation', async () => {
    const { id } = await buildDonation(here.db, { deleted_at: '2026-03-01T00:00:00.000Z' })
    for (const unknown of [id, 'f'.repeat(24), 'nothing', '%00', '..%2f..%2fetc', '%25', 'x'.repeat(99)]) {
      const answer = await get(`/${unknown}`)
      const message = 'There is no such donation, or it has been deleted already.'
      expect([answer.statusCode, answer.json().message]).toEqual([404, message])
    }
  })
})

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })
  beforeAll(async () => {
    for (const status of ['created', 'failed', 'pending', 'refunded', null]) await buildDonation(here.db, { status })
    await buildDonation(here.db, { status: 'captured', deleted_at: '2026-03-01T00:00:00.000Z' })
    await buildDonation(here.db, { donor_name: 'first', status: 'captured', created_at: '2026-01-01T00:00:00.000Z' })
    await buildDonation(here.db, {
      donor_name: 'third',
      status: 'Authorized',
      created_at: '2026-01-02T00:00:00.000Z',
      receipt_token: 'r3',
      receipt_number: 'SD/2025-26/3',
    })
    await buildDonation(here.db, { donor_name: 'second', status: 'authorized', created_at: '2026-01-01T00:00:00.000Z' })
    await buildDonation(here.db, {
      donor_name: null,
      donor_email: null,
      purpose: null,
      order_id: 'o1',
      payment_id: 'p1',
      amount: 12_345_67,
      created_at: '2026-01-03T00:00:00.000Z',
      updated_at: '2026-01-04T00:00:00.000Z',
    })
  })

  const list = async (sections: readonly string[]) =>
    here.read('/donate/successful', { by: await here.signIn(sections) })

  test('lists successful donations, newest first, with every specified field, and no signature', async () => {
    const { data } = await list(['Donations'])
    const names = data.map(({ donorName }: Donation) => donorName)
    expect(names).toEqual([null, 'third', 'second', 'first'])
    const [anonymous, third] = data
    expect(anonymous).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...{ donorName: null, donorEmail: null, donorPhone: null, donorAddress: null, donorPan: null },
      ...{ amount: 1_234_567, currency: 'INR', purpose: null, localStatus: 'captured', paymentMethod: null },
      ...{ createdAt: '2026-01-03T00:00:00.000Z', updatedAt: '2026-01-04T00:00:00.000Z' },
      ...{ razorpay: { orderId: 'o1', paymentId: 'p1', signature: null }, receipt: null },
    })
    expect(third.receipt).toEqual({ token: 'r3', expiresAt: null, number: 'SD/2025-26/3' })
  })

  test('shows a holder of Dashboard alone e-mail and phone of the five newest donations alone', async () => {
    const newest = await Promise.all(
      [4, 5, 6].map((day) =>
        buildDonation(here.db, { donor_phone: '+919876543210', created_at: `2026-01-0${day}T00:00:00.000Z` }),
      ),
    )
    const by = await here.signIn(['Dashboard'])
    // The fourth newest is anonymous, the fifth is "third".
    for (const path of ['', '?limit=10']) {
      const { data } = await here.read(`/donate/successful${path}`, { by })
      const contacts = data.map((row: Donation) => [row.donorName, row.donorEmail, row.donorPhone])
      expect(contacts).toEqual([
        ...newest.toReversed().map((row) => [row.donor_name, row.donor_email, row.donor_phone]),
        [null, null, null],
        ['third', expect.stringContaining('@'), null],
        ['second', null, null],
        ['first', null, null],
      ])
    }
    for (const other of ['Donations', 'UserInformation']) {
      const emails = (await list(['Dashboard', other])).data.map((row: Donation) => row.donorEmail)
      expect(emails.filter((email: string | null) => email === null)).toHaveLength(1)
    }
  })

  test('lets a holder of Dashboard alone search no donors', async () => {
    const by = await here.signIn(['Dashboard'])
    for (const path of ['?search=9876543210', '?page=1', '/summary', '/export?search=9876'])
      expect((await here.send('GET', `/donate${path}`, undefined, { by })).statusCode).toBe(403)
    const { data } = await here.read('/donate/successful?search=third', { by })
    expect(data).toEqual((await list(['Dashboard'])).data)
  })
})
