import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { fixedTrust } from '../../testing/trust.ts'
import type { Trust } from '../../trust/trust-settings.ts'
import { printedNumber } from './receipt-number.ts'
import { issueReceipt } from './receipt-service.ts'

const wording = (from: string, title: string) => ({
  ...{ from, title, approval: [], declaration: null, statement: [], needs: [], missing: null, cash: null },
})

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, env: { TIME_ZONE: 'Asia/Kolkata' } })
  let trust: Trust
  beforeAll(() => {
    const wordings = [wording('2026-04-01', 'new'), wording('2021-04-01', 'old')]
    trust = { ...here.trust.lastKnown, linkDays: 30, wordings }
  })

  const issueIn = (transaction: Db, donationId: string, at: string, given: Partial<Trust> = {}) => {
    const dependencies = { config: here.config, trust: fixedTrust({ ...trust, ...given }) }
    return issueReceipt(transaction, dependencies, { donationId, capturedAt: new Date(at) })
  }
  const issue = (donationId: string, at: string, given?: Partial<Trust>) =>
    here.db.transaction().execute((transaction) => issueIn(transaction, donationId, at, given))
  const seriesOf = (series: string) =>
    here.db.selectFrom('receipt_series').selectAll().where('series', '=', series).execute()

  async function receiptOf(donationId: string) {
    const row = await here.db
      .selectFrom('receipts')
      .innerJoin('receipt_settings', 'hash', 'settings_hash')
      .selectAll()
      .where('donation_id', '=', donationId)
      .executeTakeFirst()
    return row && { ...row, snapshot: JSON.parse(row.snapshot), settings: JSON.parse(row.settings) }
  }

  /** Omits the search text, because it contains the receipt number. */
  async function donationRow(id: string) {
    const row = await here.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { search_reference: _text, ...stored } = row
    return stored
  }

  test("takes series, dates and wording from the capture, in the trust's time zone", async () => {
    // Donated on 31 March at 23:58 and captured on 1 April at 00:02 in India.
    const { id } = await buildDonation(here.db, { created_at: '2026-03-31T18:28:00.000Z' })
    await issue(id, '2026-03-31T18:32:00.000Z')
    const receipt = await receiptOf(id)
    expect(receipt).toMatchObject({ series: '2026-27', number: 1, issued_at: '2026-03-31T18:32:00.000Z' })
    const days = { donationDay: '2026-04-01', receiptDay: '2026-04-01' }
    expect(receipt?.snapshot).toMatchObject({ number: 'SD/2026-27/00001', ...days })
    expect(receipt?.settings.wording?.title).toBe('new')
    expect(await donationRow(id)).toMatchObject({
      receipt_number: 'SD/2026-27/00001',
      receipt_expires_at: '2026-04-30T18:32:00.000Z',
      receipt_token: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('keeps an issued receipt when issued again with changed settings', async () => {
    const { id } = await buildDonation(here.db)
    await issue(id, '2025-06-01T06:00:00.000Z')
    const before = [await receiptOf(id), await donationRow(id)]
    await here.db.updateTable('donations').set({ status: 'captured' }).where('id', '=', id).execute()
    await issue(id, '2026-06-01T06:00:00.000Z', { numberFormat: 'X/{year}/{number}' })
    expect([await receiptOf(id), await donationRow(id)]).toEqual(before)
    expect(await seriesOf('2025-26')).toEqual([{ series: '2025-26', last_number: 1 }])
  })

  test.each(['created', 'authorized', 'pending', 'failed', null])('issues no receipt for status %s', async (status) => {
    const { id } = await buildDonation(here.db, { status })
    await issue(id, '2024-06-01T06:00:00.000Z')
    expect(await receiptOf(id)).toBe(undefined)
    const none = { receipt_token: null, receipt_expires_at: null, receipt_number: null }
    expect(await donationRow(id)).toMatchObject(none)
    expect(await seriesOf('2024-25')).toEqual([])
  })

  test('issues a receipt for a refunded donation and keeps an existing token', async () => {
    const { id } = await buildDonation(here.db, { status: 'Refunded', receipt_token: 'held', receipt_expires_at: null })
    await issue(id, '2023-06-01T06:00:00.000Z')
    const kept = { receipt_token: 'held', receipt_expires_at: null }
    expect(await donationRow(id)).toMatchObject({ ...kept, receipt_number: 'SD/2023-24/00001' })
  })

  test('numbers receipts without gaps when concurrent transactions fail', async () => {
    const donations = await Promise.all(Array.from({ length: 24 }, () => buildDonation(here.db)))
    const failed = new Error('failed after the number was given')
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (const [index, { id }] of donations.slice(lane * 3, lane * 3 + 3).entries()) {
        await here.db
          .transaction()
          .execute(async (transaction) => {
            await issueIn(transaction, id, '2022-06-01T06:00:00.000Z')
            if (index === 1) throw failed
          })
          .catch((error: unknown) => expect(error).toBe(failed))
      }
    })
    await Promise.all(lanes)
    const rows = await here.db.selectFrom('receipts').select('number').where('series', '=', '2022-23').execute()
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
    const without = await Promise.all(donations.map(({ id }) => donationRow(id)))
    expect(without.filter((row) => row.receipt_number === null && row.receipt_token === null)).toHaveLength(8)
  })

  test('issues one receipt for eight concurrent calls', async () => {
    const { id } = await buildDonation(here.db)
    await Promise.all(Array.from({ length: 8 }, () => issue(id, '2021-06-01T06:00:00.000Z')))
    expect(await receiptOf(id)).toMatchObject({ series: '2021-22', number: 1 })
    expect(await seriesOf('2021-22')).toEqual([{ series: '2021-22', last_number: 1 }])
  })

  test('stores equal settings once', async () => {
    const hashes = new Set<string>()
    for (let count = 0; count < 3; count += 1) {
      const { id } = await buildDonation(here.db)
      await issue(id, '2026-06-01T06:00:00.000Z', { details: { ...trust.details, name: 'Another name' } })
      hashes.add((await receiptOf(id))?.settings_hash ?? '')
    }
    expect(hashes.size).toBe(1)
  })
})

test.each([
  ['2026-03-31', '2025-26'],
  ['2026-04-01', '2026-27'],
  ['2026-12-31', '2026-27'],
  ['2027-01-01', '2026-27'],
  ['2099-12-31', '2099-00'],
])('returns for %s the financial year %s', (day, year) => expect(financialYear(day)).toBe(year))

test('pads a number to the configured digits', () => {
  const format = { numberFormat: 'SD/{year}/{number}', numberDigits: 5 }
  expect(printedNumber(format, '2026-27', 42)).toBe('SD/2026-27/00042')
  expect(printedNumber(format, '2026-27', 123_456)).toBe('SD/2026-27/123456')
})
