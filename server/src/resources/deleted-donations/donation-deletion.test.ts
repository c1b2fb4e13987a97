import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallOptions, ownTestApp, sharedTestApp } from '../../testing/shared-app.ts'

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })
  let id: string
  beforeAll(async () => {
    await buildDonation(here.db, { donor_name: 'Another', amount: 1, created_at: '2026-01-02T00:00:00.000Z' })
  })
  beforeEach(async () => {
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:10:00.000Z' }
    const receipt = { receipt_token: `token-${crypto.randomUUID()}`, receipt_number: 'SD/2025-26/7' }
    id = (await buildDonation(here.db, { donor_name: 'सीता', amount: 51_000, ...times, ...receipt })).id
  })

  const remove = (donation = id, options?: CallOptions) =>
    here.send('DELETE', `/donate/${donation}`, undefined, options)
  const restore = (donation = id, options?: CallOptions) =>
    here.send('POST', `/trash/donation/${donation}/restore`, {}, options)
  const json = (path: string) => here.read(`/donate${path}`)

  /** Whether each response contains the donation. */
  const visibility = async () => {
    const holds = (data: { _id: string }[]) => data.some(({ _id }) => _id === id)
    return {
      list: holds((await json('')).data),
      page: holds((await json('?limit=100')).data),
      search: holds((await json(`?limit=100&search=${encodeURIComponent('सीता')}`)).data),
      successful: holds((await json('/successful')).data),
      newest: holds((await json('/successful?limit=100')).data),
      export: (await here.send('GET', '/donate/export')).body.includes(id),
    }
  }
  const VISIBLE = { list: true, page: true, search: true, successful: true, newest: true, export: true }
  const DELETED = { list: false, page: false, search: false, successful: false, newest: false, export: false }

  test('removes a donation from lists, totals and exports, and restores it unchanged', async () => {
    const [list, summary] = [await json(''), await json('/summary')]
    const row = await here.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirst()
    expect(await visibility()).toEqual(VISIBLE)

    expect((await remove()).json()).toEqual({ success: true, message: 'The donation has been deleted.' })
    expect(await visibility()).toEqual(DELETED)
    expect((await json('/summary')).data).toMatchObject({
      count: summary.data.count - 1,
      totalAmount: summary.data.totalAmount - 51_000,
    })
    expect((await json('?page=1')).total).toBe(list.data.length - 1)

    expect((await restore()).statusCode).toBe(200)
    expect(await visibility()).toEqual(VISIBLE)
    expect(await json('')).toEqual(list)
    expect(await json('/summary')).toEqual(summary)
    expect(await here.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(row)
  })

  test('records deletion and restoration with admin, time, address and details', async () => {
    const by = await here.signIn(['UserInformation'])
    await remove(id, { by })
    await restore()
    const entries = await historyOf(here.db, id)
    const donation = { amount: 51_000, currency: 'INR', donorName: 'सीता', status: 'captured' }
    const details = { ...donation, receiptNumber: 'SD/2025-26/7' }
    const from = { ip: '127.0.0.1', userAgent: 'lightMyRequest', at: expect.any(String), details }
    expect(entries).toEqual([
      { action: 'donation.deleted', actorId: by.admin.id, username: by.admin.username, ...from },
      { action: 'donation.restored', actorId: here.staff.admin.id, username: here.staff.admin.username, ...from },
    ])
    for (const { at } of entries) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000)
  })

  test('accepts and records only one of several concurrent deletions or restorations', async () => {
    const deletions = await Promise.all([remove(), remove(), remove()])
    expect(deletions.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
    const restorations = await Promise.all([restore(), restore()])
    expect(restorations.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await historyOf(here.db, id)).toHaveLength(2)
  })

  test('returns 404 for the deletion of a missing or deleted donation, and for restoring an undeleted donation', async () => {
    await remove()
    const notFound = {
      en: 'There is no such donation, or it has been deleted already.',
      hi: 'ऐसा कोई दान नहीं है, या इसे पहले ही हटाया जा चुका है।',
    }
    const notDeleted = {
      en: 'There is no such deleted donation, or it has been restored already.',
      hi: 'हटाए गए दानों में यह नहीं है, या इसे पहले ही वापस लाया जा चुका है।',
    }
    const existing = (await buildDonation(here.db)).id
    for (const language of ['en', 'hi'] as const) {
      for (const path of [id, 'a'.repeat(24), 'nonsense', '%00', 'x'.repeat(90), "'", '..%2f..%2fetc', '%25']) {
        const answer = await remove(path, { language })
        expect([answer.statusCode, answer.json().message]).toEqual([404, notFound[language]])
      }
      for (const path of [existing, 'a'.repeat(24)]) {
        const answer = await restore(path, { language })
        expect([answer.statusCode, answer.json().message]).toEqual([404, notDeleted[language]])
      }
    }
  })

  test('deletes nothing if the history cannot be written', async () => {
    const other = await ownTestApp({ engine })
    const { id: stays } = await buildDonation(other.db)
    await other.db.schema.dropTable('history_values').execute()
    expect((await other.send('DELETE', `/donate/${stays}`)).statusCode).toBe(500)
    const row = await other.db.selectFrom('donations').select('deleted_at').where('id', '=', stays).executeTakeFirst()
    expect(row).toEqual({ deleted_at: null })
  })
})
