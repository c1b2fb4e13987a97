import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildInstitution, buildPurpose } from '../../testing/factories.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

anyDatabase((engine) => {
  let razorpay: FakeRazorpay
  let server: TestApp
  let school: string
  let fees: string
  let mela: string
  beforeAll(async () => {
    razorpay = await fakeRazorpay()
    server = await testApp({ engine, env: razorpay.env })
  })
  beforeAll(async () => {
    school = (await buildInstitution(server.db)).id
    const names = { name_en: 'School fees', name_hi: 'स्कूल की फ़ीस' }
    fees = (await buildPurpose(server.db, { ...names, institution_id: school, donation_type: 'specific' })).id
    const retired = { name_en: 'Mela', name_hi: 'मेला', retired_at: '2026-01-01T00:00:00.000Z' }
    mela = (await buildPurpose(server.db, retired)).id
    const mapping = { normalised_text: 'big fair', text: 'Big fair', purpose_id: mela, updated_at: '' }
    await server.db.insertInto('purpose_mappings').values(mapping).execute()
  })
  afterAll(async () => {
    await server.close()
    await razorpay.close()
  })

  const order = (payload: object) =>
    server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 50_000, ...payload } })
  async function purposeOf(payload: object) {
    const { orderId } = (await order(payload)).json().data
    const row = await server.db
      .selectFrom('donations')
      .select(['purpose', 'purpose_id', 'institution_id'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    return [row.purpose, row.purpose_id, row.institution_id]
  }

  test('records the chosen purpose with its institution and its name', async () => {
    expect(await purposeOf({ purposeId: fees })).toEqual(['School fees', fees, school])
    expect(await purposeOf({ purposeId: fees, purpose: 'For Asha' })).toEqual(['For Asha', fees, school])
    expect(await purposeOf({ purposeId: '', purpose: ' ' })).toEqual([null, null, null])
    expect(await purposeOf({ purposeId: null })).toEqual([null, null, null])
  })

  test('takes the purpose in use with this name before a mapping of the text', async () => {
    const mapping = { normalised_text: 'school fees', text: 'School fees', purpose_id: mela, updated_at: '' }
    await server.db.insertInto('purpose_mappings').values(mapping).execute()
    expect(await purposeOf({ purpose: 'School fees' })).toEqual(['School fees', fees, school])
    await server.db.updateTable('purposes').set({ retired_at: '' }).where('id', '=', fees).execute()
    expect(await purposeOf({ purpose: 'School fees' })).toEqual(['School fees', mela, null])
    await server.db.updateTable('purposes').set({ retired_at: null }).where('id', '=', fees).execute()
    await server.db.deleteFrom('purpose_mappings').where('normalised_text', '=', 'school fees').execute()
  })

  test('finds the purpose of a free text by its name in use, or by its mapping', async () => {
    expect(await purposeOf({ purpose: 'SCHOOL  fees' })).toEqual(['SCHOOL fees', fees, school])
    expect(await purposeOf({ purpose: 'स्कूल की फीस' })).toEqual(['स्कूल की फीस', fees, school])
    expect(await purposeOf({ purpose: 'big Fair' })).toEqual(['big Fair', mela, null])
    expect(await purposeOf({ purpose: 'Mela' })).toEqual(['Mela', null, null])
    expect(await purposeOf({ purpose: 'School' })).toEqual(['School', null, null])
  })

  test('refuses a purpose that is not in use, at its field, before it reaches Razorpay', async () => {
    const calls = razorpay.calls.length
    const donations = () => server.db.selectFrom('donations').select('id').execute()
    const before = await donations()
    for (const purposeId of [mela, school, 'a'.repeat(24), 'x', '\u0000', 5, 'x'.repeat(101)]) {
      const answer = await order({ purposeId })
      expect([purposeId, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([purposeId, 400, ['purposeId']])
    }
    expect((await order({ purposeId: mela })).json().message).toBe(
      'This purpose is no longer offered. Please choose another.',
    )
    expect(razorpay.calls).toHaveLength(calls)
    expect(await donations()).toEqual(before)
  })

  test('keeps the purpose for the second payment of a paid order', async () => {
    const { orderId } = (await order({ purposeId: fees })).json().data
    const chief = await server.signIn('superadmin')
    for (const _ of [1, 2]) {
      const payment = razorpay.addPayment({ order_id: orderId })
      const delivery = razorpay.deliver('payment.captured', payment)
      await server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...delivery })
    }
    const held = await server.db
      .selectFrom('held_payments')
      .select(['donation_id', 'payment_id'])
      .executeTakeFirstOrThrow()
    const url = `/api/donate/${held.donation_id}/held/${held.payment_id}/record`
    expect((await server.app.inject({ method: 'POST', url, headers: chief.bearer })).statusCode).toBe(200)
    const rows = await server.db
      .selectFrom('donations')
      .select(['order_id', 'institution_id', 'donation_type'])
      .where('payment_id', 'is not', null)
      .where('purpose_id', '=', fees)
      .orderBy('order_id')
      .execute()
    const heading = { institution_id: school, donation_type: 'specific' }
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(expect.arrayContaining([null, orderId].map((order_id) => ({ order_id, ...heading }))))
  })

  test('takes the name in the language of receipts', async () => {
    const chief = await server.signIn('superadmin')
    const content = { name: 'Seva', receipts: { language: 'hi' } }
    await server.app.inject({ method: 'PUT', url: '/api/settings', headers: chief.bearer, payload: { content } })
    expect(await purposeOf({ purposeId: fees })).toEqual(['स्कूल की फ़ीस', fees, school])
  })
})
