import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyPostgres } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'

onlyPostgres(() => {
  let here: TestApp
  beforeAll(async () => {
    here = await testApp({ engine: 'PostgreSQL' })
  })
  afterAll(() => here.close())

  test('refuses one of a restoration and an upload of the same number that run at once', async () => {
    const { bearer } = await here.signIn(['Donations'])
    const { id } = await buildDonor(here.db)
    const { payload, headers } = certificateForm('2025-26', 'A')
    const url = `/api/donors/${id}/certificates`
    const add = () => here.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...bearer } })
    const certificateId = (await add()).json().data._id
    const call = (method: 'POST' | 'DELETE', path: string) =>
      here.app.inject({ method, url: path, headers: bearer, ...(method === 'POST' && { payload: {} }) })
    expect((await call('DELETE', `/api/donors/certificates/${certificateId}`)).statusCode).toBe(200)
    // Holds both calls between the check of the number and the insertion, unless one waits for the other.
    const { runs } = await here.db.transaction().execute(async (transaction) => {
      await sql`lock table donor_certificates in share mode`.execute(transaction)
      const started = [call('POST', `/api/trash/certificate/${certificateId}/restore`), add()]
      await expect.poll(() => countWaiting(here.db)).toBe(started.length)
      return { runs: Promise.all(started) }
    })
    expect((await runs).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await here.db.selectFrom('donor_certificates').select('number').execute()).toEqual([{ number: 'A' }])
  })
})
