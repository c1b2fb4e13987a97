import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

eachDatabase((engine) => {
  let server: TestApp
  let keeper: TestSession
  let id: string
  beforeAll(async () => {
    server = await testApp({ engine })
    keeper = await server.signIn(['Donations'])
    await buildDonation(server.db, { donor_name: 'Another', amount: 1, created_at: '2026-01-02T00:00:00.000Z' })
  })
  beforeEach(async () => {
    const row = await buildDonation(server.db, {
      donor_name: 'सीता',
      amount: 51_000,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:10:00.000Z',
      receipt_token: `token-${crypto.randomUUID()}`,
      receipt_number: 'SD/2025-26/7',
    })
    id = row.id
  })
  afterAll(() => server.close())

  const call = (method: 'GET' | 'DELETE', path: string, { bearer } = keeper, language = 'en') =>
    server.app.inject({ method, url: `/api/donate${path}`, headers: { ...bearer, 'accept-language': language } })
  const remove = (donation = id, who = keeper) => call('DELETE', `/${donation}`, who)
  const restore = (donation = id, language = 'en') =>
    server.app.inject({
      method: 'POST',
      url: `/api/trash/donation/${donation}/restore`,
      headers: { ...keeper.bearer, 'accept-language': language },
      payload: {},
    })
  const json = async (path: string) => (await call('GET', path)).json()

  /** Whether each response contains the donation. */
  const visibility = async () => {
    const holds = (data: { _id: string }[]) => data.some(({ _id }) => _id === id)
    return {
      list: holds((await json('')).data),
      page: holds((await json('?limit=100')).data),
      search: holds((await json(`?limit=100&search=${encodeURIComponent('सीता')}`)).data),
      successful: holds((await json('/successful')).data),
      newest: holds((await json('/successful?limit=100')).data),
      export: (await call('GET', '/export')).body.includes(id),
    }
  }
  const VISIBLE = { list: true, page: true, search: true, successful: true, newest: true, export: true }
  const DELETED = {
    list: false,
    page: false,
    search: false,
    successful: false,
    newest: false,
    export: false,
  }

  test('removes a donation from lists, totals and exports, and restores it unchanged', async () => {
    const [list, summary] = [await json(''), await json('/summary')]
    const row = await server.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirst()
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
    expect(await server.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(row)
  })

  test('records deletion and restoration with admin, time, address and details', async () => {
    const donors = await server.signIn(['UserInformation'])
    await remove(id, donors)
    await restore()
    const entries = await historyOf(server.db, id)
    const details = {
      amount: 51_000,
      currency: 'INR',
      donorName: 'सीता',
      status: 'captured',
      receiptNumber: 'SD/2025-26/7',
    }
    const from = { ip: '127.0.0.1', userAgent: 'lightMyRequest', at: expect.any(String), details }
    expect(entries).toEqual([
      { action: 'donation.deleted', actorId: donors.admin.id, username: donors.admin.username, ...from },
      { action: 'donation.restored', actorId: keeper.admin.id, username: keeper.admin.username, ...from },
    ])
    for (const { at } of entries) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000)
  })

  test('accepts and records only one of several concurrent deletions or restorations', async () => {
    const deletions = await Promise.all([remove(), remove(), remove()])
    expect(deletions.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
    const restorations = await Promise.all([restore(), restore()])
    expect(restorations.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await historyOf(server.db, id)).toHaveLength(2)
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
    const existing = (await buildDonation(server.db)).id
    for (const language of ['en', 'hi'] as const) {
      for (const path of [`/${id}`, '/aaaaaaaaaaaaaaaaaaaaaaaa', '/nonsense', '/%00', `/${'x'.repeat(90)}`, "/'"]) {
        const answer = await call('DELETE', path, keeper, language)
        expect([answer.statusCode, answer.json().message]).toEqual([404, notFound[language]])
      }
      for (const path of [existing, 'aaaaaaaaaaaaaaaaaaaaaaaa']) {
        const answer = await restore(path, language)
        expect([answer.statusCode, answer.json().message]).toEqual([404, notDeleted[language]])
      }
    }
  })

  test('deletes nothing if the history cannot be written', async () => {
    const other = await testApp({ engine })
    const { id: stays } = await buildDonation(other.db)
    const { bearer } = await other.signIn(['Donations'])
    await other.db.schema.dropTable('history_values').execute()
    const answer = await other.app.inject({ method: 'DELETE', url: `/api/donate/${stays}`, headers: bearer })
    expect(answer.statusCode).toBe(500)
    const row = await other.db.selectFrom('donations').select('deleted_at').where('id', '=', stays).executeTakeFirst()
    expect(row).toEqual({ deleted_at: null })
    await other.close()
  })
})
