import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDonation, buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { checkHistory } from './history-check-service.ts'
import { appendRows, findHead, type NewHistoryRow } from './history-store.ts'

/** In bytes, with indexes. */
const ROW_MAX = 1000
const CHROME =
  'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.135 Mobile Safari/537.36'
/** Of the length that trusts write for an event. */
const DESCRIPTION =
  'The cows are bathed, garlanded and thanked. From eight in the morning, with bhajans at ten; food for everybody at noon. Parking is behind the school.'

const server = suiteServer()
const staff = suiteSession(server, 'superadmin')
const AS_CHROME = { 'user-agent': CHROME }

test('a row takes under 1 kB on average over a mix of changes', async () => {
  const event = await buildEvent(server.db, { title: 'Gopashtami', description: DESCRIPTION })
  for (let round = 0; round < 5; round += 1) {
    const donation = await buildDonation(server.db)
    const photo = { field: 'images', name: 'x.jpg', bytes: await sampleImage('jpeg') }
    const texts = [
      ['sectionName', 'School'],
      ['title', 'Annual day'],
      ['description', DESCRIPTION],
    ] as const
    await staff.form('POST', '/galleryphoto/addPhoto', [...texts, photo], AS_CHROME)
    const changed = `${DESCRIPTION} Round ${round}.`
    await staff.form('PUT', `/event/${event.id}`, [['description', changed]], AS_CHROME)
    await staff.delete(`/donate/${donation.id}`, AS_CHROME)
    await staff.post(`/trash/donation/${donation.id}/restore`, {}, AS_CHROME)
    const account = { username: `person ${round}`, email: 'p@b.example', password: 'Correct-1!', sections: ['Events'] }
    const { _id } = (await staff.post('/admin/addadmin', account, AS_CHROME)).json().data
    await staff.put(`/admin/${_id}`, { sections: ['Events', 'Donations'] }, AS_CHROME)
    await (await server.signIn([])).post('/admin/logout', undefined, AS_CHROME)
  }
  const { rows: mix } = await sql<NewHistoryRow>`select at, actor_id, action, record_kind, record_id, content
    from history join history_values on history_values.n = history.n order by history.n`.execute(server.db)
  expect(mix).toHaveLength(35)
  await server.db.transaction().execute(async (transaction) => {
    for (let round = 0; round < 100; round += 1) await appendRows(transaction, server.history.key, mix)
  })
  const { bytes } = await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
    where name in ('history', 'history_values', 'history_by_record', 'history_by_actor', 'history_by_time')`
    .execute(server.db)
    .then(({ rows: [row] }) => row ?? { bytes: 0 })
  const count = (await findHead(server.db)).n
  expect(count).toBe(3535)
  expect(bytes / count).toBeGreaterThan(100)
  expect(bytes / count).toBeLessThan(ROW_MAX)
})

test('a full disk at a row of the history refuses the whole change, with a sentence', async () => {
  const { id } = await buildEvent(server.db, { title: 'Title 000' })
  const titleNow = () => server.db.selectFrom('events').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  const change = (n: number) => staff.form('PUT', `/event/${id}`, [['title', `Title ${100 + n}`]])
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(server.db)
  // A title of the same length needs no space, so only the history fills the disk.
  let [last, refused] = [await change(0), await change(1)]
  let [before, head] = [await titleNow(), await findHead(server.db)]
  for (let n = 2; refused.statusCode === 200 && n < 500; n += 1) {
    ;[last, before, head] = [refused, await titleNow(), await findHead(server.db)]
    refused = await change(n)
  }
  expect(last.statusCode).toBe(200)
  expect([refused.statusCode, refused.json().code]).toEqual([507, 'storage_full'])
  expect(refused.json().message).toMatch(/^There is not enough space left on the server\./)
  expect([await titleNow(), await findHead(server.db)]).toEqual([before, head])
  await sql.raw('pragma max_page_count = 1000000').execute(server.db)
  expect((await change(501)).statusCode).toBe(200)
  const check = await checkHistory(server.db, { key: server.history.key, head: await findHead(server.db) })
  expect(check.firstBreak).toBeNull()
})
