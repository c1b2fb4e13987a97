import { expect, test } from 'vitest'
import { onlyPostgres } from '../testing/databases.ts'
import { buildEvent } from '../testing/factories.ts'
import { historyOf } from '../testing/history.ts'
import { suiteServer, suiteSession } from '../testing/test-app.ts'

/** A statement with a null character in a text fails on PostgreSQL. */
onlyPostgres(() => {
  const server = suiteServer({ engine: 'PostgreSQL' })
  const superadmin = suiteSession(server, 'superadmin')

  const get = async (path: string) => (await superadmin.get(path)).statusCode

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
    expect((await (await server.signIn(['Events'])).post('/editing', report)).statusCode).toBe(404)
  })

  test.each(['restore', 'delete'])('the trash goes on with the others of a batch to %s', async (action) => {
    const { id } = await buildEvent(server.db)
    await superadmin.delete(`/event/${id}`)
    const items = ['a\0b', id].map((_id) => ({ kind: 'event', _id }))
    expect((await superadmin.post(`/trash/${action}`, { items })).json().data).toMatchObject([
      { isDone: false, code: 'not_found' },
      { _id: id, isDone: true },
    ])
    expect(await get('/trash/event/a%00b/picture')).toBe(404)
  })
})
