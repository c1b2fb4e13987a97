import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyPostgres } from '../testing/databases.ts'
import { buildEvent } from '../testing/factories.ts'
import { historyOf } from '../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../testing/test-app.ts'

/** A statement with a null character in a text fails on PostgreSQL. */
onlyPostgres(() => {
  let server: TestApp
  let superadmin: TestSession
  beforeAll(async () => {
    server = await testApp({ engine: 'PostgreSQL' })
    superadmin = await server.signIn('superadmin')
  })
  afterAll(() => server.close())

  const get = async (path: string) =>
    (await server.app.inject({ url: `/api${path}`, headers: superadmin.bearer })).statusCode
  const post = (path: string, payload: object, { bearer } = superadmin) =>
    server.app.inject({ method: 'POST', url: `/api${path}`, headers: bearer, payload })

  test.each(['actor=%00', 'record=%00', 'kind=photo&record=a%00b', 'kind=admin%00'])(
    'the history refuses the filter %s, and exports nothing',
    async (filter) => {
      expect([await get(`/history?${filter}`), await get(`/history/export?${filter}`)]).toEqual([400, 400])
      expect(await historyOf(server.db)).toEqual([])
    },
  )

  test('a search for donors leaves them out', async () => {
    expect(await get('/donors?search=a%00b')).toBe(200)
  })

  test('a report of editing names no account by such an id', async () => {
    const report = { kind: 'admin', id: 'a\0b', formId: 'f'.repeat(32), isOpen: true }
    const events = await server.signIn(['Events'])
    expect((await post('/editing', report, events)).statusCode).toBe(404)
  })

  test.each(['restore', 'delete'])('the trash goes on with the others of a batch to %s', async (action) => {
    const { id } = await buildEvent(server.db)
    await server.app.inject({ method: 'DELETE', url: `/api/event/${id}`, headers: superadmin.bearer })
    const items = ['a\0b', id].map((_id) => ({ kind: 'event', _id }))
    expect((await post(`/trash/${action}`, { items })).json().data).toMatchObject([
      { isDone: false, code: 'not_found' },
      { _id: id, isDone: true },
    ])
    expect(await get('/trash/event/a%00b/picture')).toBe(404)
  })
})
