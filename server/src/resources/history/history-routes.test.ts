import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../db/id.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildEvent } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import type { HistoryEntry } from './history-service.ts'
import { appendRows } from './history-store.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

eachDatabase((engine) => {
  const server = suiteServer({ engine })
  const superadmin = suiteSession(server, 'superadmin')
  let eventId: string
  beforeAll(async () => {
    const event = await buildEvent(server.db, { title: 'Annakut' })
    eventId = event.id
    const recorder = server.history.from({ actor: null, ip: '192.0.2.7', userAgent: SAFARI, command: 'test' })
    await server.db.transaction().execute(async (transaction) => {
      const title = { before: { title: 'Annakut', venue: 'Hall' }, after: { title: 'Annakut', venue: 'Garden' } }
      await recorder.record(transaction, { action: 'event.changed', recordKind: 'event', recordId: event.id, ...title })
      const formula: HistoryEntry = {
        action: 'message.deleted',
        recordKind: 'message',
        recordId: 'm1',
        details: { of: '=1+1' },
      }
      await recorder.record(transaction, formula)
      // 23:30 and 00:30 in Asia/Kolkata.
      for (const [id, at] of [
        ['old-1', '2026-03-01T18:00:00.000Z'],
        ['old-2', '2026-03-01T19:00:00.000Z'],
      ] as const) {
        const row = { at, actor_id: superadmin.admin.id, action: 'photo.added', record_kind: 'photo', record_id: id }
        await appendRows(transaction, server.history.key, [{ ...row, content: '{}' }])
      }
    })
  })

  const get = async (query: string, session = superadmin) => {
    const answer = await session.get(`/history${query}`)
    return { status: answer.statusCode, ...answer.json() }
  }
  const idsOf = ({ data }: { data: { recordId: string }[] }) => data.map(({ recordId }) => recordId)

  test('lists entries with who, where, and the fields that changed', async () => {
    const { data, isIntact } = await get(`?kind=event&record=${eventId}`)
    expect(isIntact).toBe(true)
    expect(data).toEqual([
      {
        n: 1,
        at: expect.stringMatching(/Z$/),
        action: 'event.changed',
        recordKind: 'event',
        recordId: eventId,
        title: 'Annakut',
        actorId: null,
        username: null,
        ip: '192.0.2.7',
        device: 'Safari on iPhone',
        location: 'Unknown',
        command: 'test',
        before: { venue: 'Hall' },
        after: { venue: 'Garden' },
        details: {},
        isErased: false,
      },
    ])
  })

  test('pages by number, newest first, and filters by account and local day', async () => {
    const first = await get('?limit=3')
    expect(idsOf(first)).toEqual(['old-2', 'old-1', 'm1'])
    expect(first.next).toBe(2)
    const second = await get('?limit=3&before=2')
    expect([idsOf(second), second.next]).toEqual([[eventId], null])
    expect(idsOf(await get(`?actor=${superadmin.admin.id}`))).toEqual(['old-2', 'old-1'])
    expect(idsOf(await get('?from=2026-03-02&to=2026-03-02'))).toEqual(['old-2'])
    expect(idsOf(await get('?to=2026-03-01'))).toEqual(['old-1'])
    expect((await get('?from=yesterday')).status).toBe(400)
  })

  test('shows a record to those who may change it, without address and device', async () => {
    const events = await server.signIn(['Events'])
    const donations = await server.signIn(['Donations'])
    const own = await get(`?kind=event&record=${eventId}`, events)
    expect(own.data).toMatchObject([{ n: 1, ip: null, device: null, location: null }])
    for (const query of ['', '?kind=event', '?kind=message&record=m1', '?kind=session&record=x']) {
      expect([query, (await get(query, events)).status]).toEqual([query, 403])
    }
    expect((await get(`?kind=event&record=${eventId}`, donations)).status).toBe(403)
    for (const query of ['?kind=cash-book&record=2026-11-15', '?kind=deposit-slip&record=s1'])
      expect([(await get(query, donations)).status, (await get(query, events)).status]).toEqual([200, 403])
    const admins = await server.signIn(['Admin', 'Events'])
    const less = await buildAdmin(server.db, { sections: ['Events'] })
    const record = (id: string) => `?kind=admin&record=${id}`
    expect((await get(record(less.id), admins)).status).toBe(200)
    expect((await get(record(donations.admin.id), admins)).status).toBe(403)
    expect((await get(record(admins.admin.id), admins)).status).toBe(200)
    expect((await get(`?kind=photo&record=old-1`, events)).status).toBe(403)
    expect((await get(`?kind=photo&record=old-1`, await server.signIn(['Gallery']))).status).toBe(200)
  })

  test('exports the filtered history without formulas, and records who did', async () => {
    const answer = await superadmin.get('/history/export?kind=message')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, line, ...others] = answer.body.split('\r\n')
    expect(head?.startsWith('\ufeff"No.","Time","User","Action"')).toBe(true)
    expect(line).toMatch(
      /^2,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,"test","message.deleted","message","'=1\+1","m1","192.0.2.7"/,
    )
    expect(others).toEqual([''])
    const entries = await historyOf(server.db)
    expect(entries.at(-1)).toMatchObject({
      action: 'history.exported',
      username: superadmin.admin.username,
      details: { kind: 'message' },
    })
    const linesOf = async () => (await superadmin.get('/history/export?kind=message')).body.split('\r\n')
    expect((await linesOf())[1]).toMatch(/,$/)
    await server.db.deleteFrom('history_values').where('n', '=', 2).execute()
    expect((await linesOf())[1]).toMatch(/^2,.*"message.deleted","message",,"m1",.*,"yes"$/)
  })

  test('says when the history is broken', async () => {
    server.history.breaks = [{ n: 1, kind: 'changed' }]
    expect((await get('?limit=1')).isIntact).toBe(false)
    server.history.breaks = []
  })

  test.each([{ label: 'Annakut' }, { username: 'Annakut' }])(
    'names a record that only the facts %j name',
    async (details) => {
      const recorder = server.history.from({ actor: null })
      const entry = { action: 'event.erased', recordKind: 'event', recordId: newId(), details } as const
      await server.db.transaction().execute((transaction) => recorder.record(transaction, entry))
      expect((await get(`?kind=event&record=${entry.recordId}`)).data).toMatchObject([{ title: 'Annakut' }])
    },
  )
})
