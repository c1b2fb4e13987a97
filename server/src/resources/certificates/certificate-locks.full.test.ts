import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onlyPostgres } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { certificateForm } from '../../testing/gifts/certificate-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'

onlyPostgres(() => {
  const here = sharedTestApp({ engine: 'PostgreSQL' })

  test('refuses one of a restoration and an upload of the same number that run at once', async () => {
    const { id } = await buildDonor(here.db)
    const { payload, headers } = certificateForm('2025-26', 'A')
    const add = () => here.send('POST', `/donors/${id}/certificates`, payload, { headers })
    const certificateId = (await add()).json().data._id
    expect((await here.send('DELETE', `/donors/certificates/${certificateId}`)).statusCode).toBe(200)
    // Holds both calls between the check of the number and the insertion, unless one waits for the other.
    const { runs } = await here.db.transaction().execute(async (transaction) => {
      await sql`lock table donor_certificates in share mode`.execute(transaction)
      const started = [here.send('POST', `/trash/certificate/${certificateId}/restore`, {}), add()]
      await expect.poll(() => countWaiting(here.db)).toBe(started.length)
      return { runs: Promise.all(started) }
    })
    expect((await runs).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await here.db.selectFrom('donor_certificates').select('number').execute()).toEqual([{ number: 'A' }])
  })
})
