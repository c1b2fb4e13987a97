import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

eachDatabase((engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
    const { db } = server
    for (const status of ['created', 'failed', 'pending', 'refunded', null]) await buildDonation(db, { status })
    await buildDonation(db, { status: 'captured', deleted_at: '2026-03-01T00:00:00.000Z' })
    await buildDonation(db, { donor_name: 'first', status: 'captured', created_at: '2026-01-01T00:00:00.000Z' })
    await buildDonation(db, {
      donor_name: 'third',
      status: 'Authorized',
      created_at: '2026-01-02T00:00:00.000Z',
      receipt_token: 'r3',
      receipt_number: 'SD/2025-26/3',
    })
    await buildDonation(db, { donor_name: 'second', status: 'authorized', created_at: '2026-01-01T00:00:00.000Z' })
    await buildDonation(db, {
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
  afterAll(() => server.close())

  const list = async (sections: readonly string[]) => {
    const { bearer } = await server.signIn(sections)
    return (await server.app.inject({ url: '/api/donate/successful', headers: bearer })).json()
  }

  test('lists successful donations only, newest first, then by id', async () => {
    const { success, data } = await list(['Donations'])
    expect(success).toBe(true)
    expect(data.map(({ donorName }: { donorName: string }) => donorName)).toEqual([null, 'third', 'second', 'first'])
  })

  test('returns every specified field, and no signature', async () => {
    const [anonymous, third] = (await list(['Donations'])).data
    expect(anonymous).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      donorName: null,
      donorEmail: null,
      donorPhone: null,
      amount: 1_234_567,
      currency: 'INR',
      purpose: null,
      localStatus: 'captured',
      createdAt: '2026-01-03T00:00:00.000Z',
      updatedAt: '2026-01-04T00:00:00.000Z',
      razorpay: { orderId: 'o1', paymentId: 'p1', signature: null },
      receipt: null,
      paymentMethod: null,
      donorAddress: null,
      donorPan: null,
    })
    expect(third.receipt).toEqual({ token: 'r3', expiresAt: null, number: 'SD/2025-26/3' })
  })

  test('omits payment ids and receipts for a holder of Dashboard', async () => {
    for (const donation of (await list(['Dashboard'])).data) {
      expect(donation).not.toHaveProperty('razorpay')
      expect(donation).not.toHaveProperty('receipt')
      expect(donation).toHaveProperty('amount')
    }
  })

  test('shows a holder of Dashboard alone e-mail and phone of the five newest donations alone', async () => {
    const newest = await Promise.all(
      [4, 5, 6].map((day) =>
        buildDonation(server.db, { donor_phone: '+919876543210', created_at: `2026-01-0${day}T00:00:00.000Z` }),
      ),
    )
    const { bearer } = await server.signIn(['Dashboard'])
    // The fourth newest is anonymous, the fifth is "third".
    for (const path of ['', '?limit=10']) {
      const { data } = (await server.app.inject({ url: `/api/donate/successful${path}`, headers: bearer })).json()
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
    const { bearer } = await server.signIn(['Dashboard'])
    for (const path of ['?search=9876543210', '?page=1', '/summary', '/export?search=9876']) {
      expect((await server.app.inject({ url: `/api/donate${path}`, headers: bearer })).statusCode).toBe(403)
    }
    const answer = await server.app.inject({ url: '/api/donate/successful?search=third', headers: bearer })
    expect(answer.json().data).toEqual((await list(['Dashboard'])).data)
  })
})
