import { expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { RENEW_KEYS } from '../jobs/job-kinds.ts'
import { claimJob, insertJobs, retryFailedJobs } from '../jobs/job-store.ts'
import { openForEachTest } from '../testing/databases.ts'
import { buildDonation, buildPurpose } from '../testing/factories.ts'
import { buildOfflineGift } from '../testing/gifts/offline-gift-factories.ts'
import { runDonationsCheck } from './run-donations-check.ts'

const here = openForEachTest('SQLite')

async function check() {
  const lines: string[] = []
  return { isClean: await runDonationsCheck(here, (line) => lines.push(line)), lines }
}

test('lists gifts with the same reference, except bounced cheques', async () => {
  const upi = { mode: 'upi', reference_key: '412345678901' } as const
  await buildOfflineGift(here.db, { ...upi, reference: '412345678901' })
  const bounced = { mode: 'cheque', reference_key: '123\nstatebank', bounced_on: '2026-11-21' } as const
  await buildOfflineGift(here.db, bounced)
  await buildOfflineGift(here.db, { ...bounced, bounced_on: null })
  expect(await check()).toEqual({ isClean: true, lines: ['Gifts with the same reference, cheque or draft: 0'] })
  await buildOfflineGift(here.db, { ...upi, mode: 'bank_transfer', reference: '4123 4567 8901' })
  const { isClean, lines } = await check()
  expect(isClean).toBe(false)
  expect(lines).toEqual([
    'Gifts with the same reference, cheque or draft: 2',
    expect.stringMatching(/^ {2}412345678901: ₹500 by .* on 2026-11-20, id [0-9a-f]{24}$/),
    expect.stringContaining('  4123 4567 8901: ₹500 by'),
  ])
})

test('says that the keys are not computed yet', async () => {
  await insertJobs(here.db, RENEW_KEYS, ['all'])
  expect(await check()).toMatchObject({
    isClean: false,
    lines: [expect.stringContaining('not read all records'), expect.any(String)],
  })
})

test('says that the update of the keys failed, and the next start tries again', async () => {
  await insertJobs(here.db, RENEW_KEYS, ['all'])
  await here.db.updateTable('jobs').set({ attempts: 13, failed_at: '2026-11-20T00:00:00.000Z' }).execute()
  expect((await check()).lines[1]).toMatch('next start tries again')
  await retryFailedJobs(here.db, RENEW_KEYS)
  expect(await claimJob(here.db, new Date())).toMatchObject({ kind: RENEW_KEYS, attempts: 0, failed_at: null })
  await here.db.deleteFrom('jobs').execute()
})

test('lists the spellings of a text that have different purposes', async () => {
  const [cows, others] = [await buildPurpose(here.db), await buildPurpose(here.db)]
  const insert = (text: string, normalised_text: string, purpose_id: string) =>
    here.db
      .insertInto('purpose_mappings')
      .values({ text, normalised_text, purpose_id, updated_at: '2026-01-01T00:00:00.000Z' })
      .execute()
  await insert('Gau-Seva', 'gau-seva', cows.id)
  await insert('Gau—Seva', 'gau—seva', cows.id)
  expect((await check()).lines).toHaveLength(1)
  await insert('Gau–Seva', 'gau–seva', others.id)
  const { isClean, lines } = await check()
  expect([isClean, lines]).toEqual([false, [expect.stringContaining('different purposes'), expect.any(String)]])
  expect(lines[0]).toContain(`“Gau-Seva” (${cows.name_en})`)
  expect(lines[0]).toContain(`“Gau–Seva” (${others.name_en})`)
})

test('lists disputes that were lost, then closed, and count as won', async () => {
  const at = '2026-11-20T00:00:00.000Z'
  const payment_id = 'pay_lost'
  const { id } = await buildDonation(here.db, { payment_id })
  const returned = { id: 'disp_1', payment_id, status: 'won', amount: 100, reported_at: at } as const
  await here.db.insertInto('payment_returns').values(returned).execute()
  const addEvent = (kind: string) =>
    here.db
      .insertInto('payment_events')
      .values({ id: kind, donation_id: id, kind: `payment.dispute.${kind}`, received_at: at })
      .execute()
  await addEvent('closed')
  expect((await check()).lines).toHaveLength(1)
  await addEvent('lost')
  expect((await check()).lines).toEqual([
    ...[expect.any(String), expect.stringContaining(id), expect.stringContaining('dashboard')],
  ])
  await addEvent('won')
  expect((await check()).lines).toHaveLength(1)
})

test('throws a StartError without a database', async () => {
  await expect(runDonationsCheck({ dataDir: '/nowhere', databaseUrl: undefined }, () => undefined)).rejects.toThrow(
    StartError,
  )
})
