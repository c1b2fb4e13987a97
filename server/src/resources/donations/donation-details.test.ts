import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildPurpose } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

eachDatabase((engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
  })
  afterAll(() => server.close())

  const get = async (id: string, sections: readonly string[]) => {
    const { bearer } = await server.signIn(sections)
    return server.app.inject({ url: `/api/donate/${id}`, headers: bearer })
  }

  test('returns one donation as the list does, with fields by section', async () => {
    const { id: purpose_id } = await buildPurpose(server.db)
    const settledAt = '2026-03-03T06:00:00.000Z'
    const settlement = { settlement_id: 'setl_1', settlement_utr: 'UTR1', settled_at: settledAt }
    const asha = { donor_name: 'Asha', donor_pan: 'ABCPE1234F', receipt_token: 'r1', purpose_id, ...settlement }
    const { id } = await buildDonation(server.db, asha)
    for (const section of ['Donations', 'UserInformation']) {
      const { bearer } = await server.signIn([section])
      const list = (await server.app.inject({ url: '/api/donate?page=1&limit=10', headers: bearer })).json()
      expect((await get(id, [section])).json()).toEqual({ success: true, data: list.data[0] })
    }
    const limited = (await get(id, ['UserInformation'])).json().data
    expect((await get(id, ['Donations'])).json().data).toMatchObject({
      ...{ purpose: 'Gau Seva', purposeId: purpose_id, settlement: { utr: 'UTR1', settledAt } },
    })
    for (const field of ['razorpay', 'receipt', 'donorPan', 'purposeId', 'settlement'])
      expect(limited).not.toHaveProperty(field)
  })

  test('shows a PAN in full to Donations alone, with a row in the history', async () => {
    const editor = await server.signIn(['Donations'])
    const { id } = await buildDonation(server.db, { donor_name: 'Asha', donor_pan: 'ABCPE1234F' })
    const show = (headers: { authorization: string }, of = id) =>
      server.app.inject({ method: 'POST', url: `/api/donate/${of}/numbers`, headers })
    for (const path of [`/${id}`, '', '?page=1'])
      expect((await server.app.inject({ url: `/api/donate${path}`, headers: editor.bearer })).body).toMatch(/••234F/)
    expect((await show(editor.bearer)).json().data).toEqual({ pan: 'ABCPE1234F' })
    expect((await show((await server.signIn(['UserInformation'])).bearer)).statusCode).toBe(403)
    expect((await show(editor.bearer, 'f'.repeat(24))).statusCode).toBe(404)
    const entries = await historyOf(server.db, id)
    expect(entries).toMatchObject([{ action: 'donation.pan-shown', username: editor.admin.username }])
    expect(JSON.stringify(entries)).not.toContain('ABCPE')
  })

  test('returns 404 for a deleted or unknown donation', async () => {
    const { id } = await buildDonation(server.db, { deleted_at: '2026-03-01T00:00:00.000Z' })
    for (const unknown of [id, 'f'.repeat(24), 'nothing', '%00']) {
      const answer = await get(unknown, ['Donations'])
      const message = 'There is no such donation, or it has been deleted already.'
      expect([answer.statusCode, answer.json().message]).toEqual([404, message])
    }
  })
})
