import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildPurpose } from '../../testing/factories.ts'
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
    const asha = { donor_name: 'Asha', donor_pan: 'ABCPE1234F', receipt_token: 'r1', purpose_id }
    const { id } = await buildDonation(server.db, asha)
    for (const section of ['Donations', 'UserInformation']) {
      const { bearer } = await server.signIn([section])
      const list = (await server.app.inject({ url: '/api/donate?page=1&limit=10', headers: bearer })).json()
      expect((await get(id, [section])).json()).toEqual({ success: true, data: list.data[0] })
    }
    const limited = (await get(id, ['UserInformation'])).json().data
    expect((await get(id, ['Donations'])).json().data).toMatchObject({ purpose: 'Gau Seva', purposeId: purpose_id })
    for (const field of ['razorpay', 'receipt', 'donorPan', 'purposeId']) expect(limited).not.toHaveProperty(field)
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
