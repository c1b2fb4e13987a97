import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { onlyPostgres } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import type { Trust } from '../../trust/trust-settings.ts'
import { issueMissingReceipts } from './receipt-service.ts'
import { settingsOn } from './receipt-snapshot.ts'
import * as store from './receipt-store.ts'

const DETAILS = { title: null, approval: [], declaration: null, statement: [], needs: [], missing: null, cash: null }

onlyPostgres(() => {
  let here: TestApp
  let trust: Trust
  beforeAll(async () => {
    here = await testApp({ engine: 'PostgreSQL' })
    trust = {
      ...here.trust,
      wordings: [
        { from: '2019-05-01', ...DETAILS },
        { from: '2000-01-01', ...DETAILS },
      ],
    }
  })
  afterAll(() => here.close())

  const isAnyoneWaiting = async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(here.db)
    return rows.length > 0
  }

  /** The steps of a capture that is recorded just now, held between settings and number until somebody waits for it. */
  async function captureBeside(transaction: Db, donationId: string, others: () => Promise<void>) {
    await store.claimDonation(transaction, donationId, { token: 'live', expiresAt: '2030-01-01T00:00:00.000Z' })
    const settings = JSON.stringify(settingsOn(trust, '2019-06-01'))
    await store.keepSettings(transaction, { hash: createHash('sha256').update(settings).digest('hex'), settings })
    const outcome = others()
    await expect.poll(isAnyoneWaiting, { timeout: 10_000 }).toBe(true)
    await store.nextNumber(transaction, '2019-20')
    return outcome
  }

  test('old donations of two wordings and a capture beside them never wait for each other', async () => {
    const old = (day: string) =>
      buildDonation(here.db, {
        receipt_token: `old-${day}`,
        created_at: `${day}T06:00:00.000Z`,
        updated_at: `${day}T06:00:00.000Z`,
      })
    const rows = [await old('2019-04-10'), await old('2019-06-10')]
    const live = await buildDonation(here.db)
    let outcome: Promise<void> | undefined
    await here.db.transaction().execute(async (transaction) => {
      await captureBeside(transaction, live.id, () => {
        outcome = issueMissingReceipts({ db: here.db, config: here.config, trust, log: here.app.log })
        return Promise.resolve()
      })
    })
    await outcome
    const ids = rows.map(({ id }) => id)
    const receipts = await here.db
      .selectFrom('receipts')
      .select('number')
      .where('donation_id', 'in', ids)
      .orderBy('number')
      .execute()
    expect(receipts.map(({ number }) => number)).toEqual([1, 3])
  })
})
