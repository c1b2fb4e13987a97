import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { issueReceipt } from '../receipts/receipt-service.ts'
import { printedNumbers } from './settings-store.ts'

eachDatabase((engine) => {
  const here = suiteServer({ engine })
  const chief = suiteSession(here, 'superadmin')

  /** Saves settings whose receipts have this format. */
  const save = async (number: string, digits: number) => {
    const content = { name: 'Seva Trust', receipts: { language: 'en', number, digits } }
    const answer = await chief.put('/settings', { content })
    return { status: answer.statusCode, ...answer.json() }
  }
  const issue = async (transaction: Db, donationId: string, day: string) =>
    issueReceipt(transaction, here, { donationId, capturedAt: new Date(`${day}T06:00:00.000Z`) })
  /** Waits until `sent` waits for a lock, or has ended. */
  const untilBlocked = async (sent: Promise<unknown>) => {
    let hasEnded = false
    void sent.finally(() => {
      hasEnded = true
    })
    const waiting = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted`
    await expect.poll(async () => hasEnded || (await waiting.execute(here.db)).rows.length > 0).toBe(true)
  }

  test('refuses a number format that could repeat a printed number, also after a third format', async () => {
    await save('SD/{year}/1{number}', 2)
    const { id } = await buildDonation(here.db)
    const number = await here.db.transaction().execute((transaction) => issue(transaction, id, '2031-06-01'))
    expect(number).toBe('SD/2031-32/101')
    await save('T/{year}/{number}', 2)
    const refused = await save('SD/{year}/{number}', 3)
    expect(refused.status).toBe(400)
    expect(refused.fields['receipts.number']).toMatch(/^A later receipt would repeat the number SD\/2031-32\/101,/)
    expect((await save('SD/{year}/{number}', 4)).status).toBe(200)
  })

  if (engine === 'PostgreSQL')
    test('waits for the first receipt of a year before it compares numbers', async () => {
      await save('F/{year}/1{number}', 2)
      const { id } = await buildDonation(here.db)
      const { saving } = await here.db.transaction().execute(async (transaction) => {
        expect(await issue(transaction, id, '2041-06-01')).toBe('F/2041-42/101')
        const sent = save('F/{year}/{number}', 3)
        await untilBlocked(sent)
        return { saving: sent }
      })
      expect(await saving).toMatchObject({
        status: 400,
        fields: { 'receipts.number': expect.stringContaining('F/2041-42/101') },
      })
    })

  test('reads the printed numbers of a range in pages, with a turn of the event loop after each', async () => {
    await save('P/{year}/{number}', 1)
    for (let n = 0; n < 6; n += 1) {
      const { id } = await buildDonation(here.db)
      await here.db.transaction().execute((transaction) => issue(transaction, id, '2051-06-01'))
    }
    const range = { from: new Map([['2051-52', 1]]), to: new Map([['2051-52', 5]]) }
    const pages: string[][] = []
    let turns = 0
    for await (const page of printedNumbers(here.db, { ...range, pageSize: 3 })) {
      setImmediate(() => {
        turns += 1
      })
      pages.push(page)
    }
    expect(pages).toEqual([['P/2051-52/2', 'P/2051-52/3', 'P/2051-52/4'], ['P/2051-52/5']])
    expect(turns).toBe(2)
  })
})
