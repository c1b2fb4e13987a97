import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { derivedDonationColumns } from '../../db/donation-columns.ts'
import { newId } from '../../db/id.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { connectTo, sendRaw } from '../../testing/requests/raw-connection.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { csvStream, jsonStream } from './donation-stream.ts'

/** Far more rows than a connection buffers, so that a paused client blocks the stream. */
const MANY = 3000
const PURPOSE = 'x'.repeat(6000)

async function addMany({ db }: TestApp, count = MANY): Promise<void> {
  const row = await buildDonation(db, { purpose: PURPOSE })
  // No test searches the purpose, and indexing it would take most of the time.
  const derived = { ...derivedDonationColumns(row, 'Asia/Kolkata'), search_purpose: '' }
  const { order_id, payment_id, id, ...rest } = { ...row, ...derived }
  for (let added = 1; added < count; added += 500) {
    const rows = Array.from({ length: Math.min(500, count - added) }, () => ({
      ...rest,
      id: newId(),
      order_id: null,
      payment_id: null,
    }))
    await db.insertInto('donations').values(rows).execute()
  }
}

const LISTS = ['', '/export', '/successful', '?page=1']
const ACCOUNTANT = ['/accountant', '/accountant?format=xlsx']

function request(path: string, { authorization }: { authorization: string }): string {
  return `GET /api/donate${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
}

eachDatabase((engine) => {
  let server: TestApp
  beforeEach(async () => {
    server = await testApp({ engine })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => server.close())

  test.each(['', '/export', '/accountant'])(
    'GET /donate%s stops reading rows when the client disconnects',
    async (path) => {
      await addMany(server)
      const { bearer } = await server.signIn(['Donations'])
      const streams: unknown[] = []
      server.app.server.on('request', (_request, response) => {
        response.on('pipe', (stream: unknown) => streams.push(stream))
      })
      const socket = connectTo(server)
      socket.write(request(path, bearer))
      await once(socket, 'data')
      socket.pause()
      const [stream] = streams as [Readable]
      expect(stream.closed).toBe(false)
      socket.destroy()
      await once(stream, 'close')
      expect(stream.readableEnded).toBe(false)
    },
  )

  test.each(['', '/export', '/accountant'])(
    'GET /donate%s breaks the connection when reading fails midway',
    async (path) => {
      await addMany(server)
      const { bearer } = await server.signIn(['Donations'])
      const socket = connectTo(server)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('error', () => undefined)
      socket.write(request(path, bearer))
      await once(socket, 'data')
      socket.pause()
      await sql`alter table donations rename to donations_elsewhere`.execute(server.db)
      socket.resume()
      await once(socket, 'close')
      expect(answer).toContain('HTTP/1.1 200 OK')
      expect(answer.length).toBeGreaterThan(10_000)
      // A final empty chunk would mark the response as complete.
      expect(answer.endsWith('\r\n0\r\n\r\n')).toBe(false)
      expect(answer).not.toContain(']}')
    },
  )

  test.each(['/export', '/export?search=donor'])(
    '%s neither repeats nor omits donations during concurrent writes',
    async (path) => {
      await addMany(server)
      const { bearer } = await server.signIn(['Donations'])
      const ids = (await server.db.selectFrom('donations').select('id').execute()).map(({ id }) => id)
      const socket = connectTo(server)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.write(request(path, bearer))
      await once(socket, 'data')
      socket.pause()
      await server.db.updateTable('donations').set({ status: 'authorized', donor_phone: '+91 98765 43210' }).execute()
      const deleted = ids[5] as string
      await server.app.inject({ method: 'DELETE', url: `/api/donate/${deleted}`, headers: bearer })
      for (let n = 0; n < 20; n += 1) await buildDonation(server.db)
      socket.resume()
      await once(socket, 'close')
      const seen = answer.match(/\n"([0-9a-f]{24})"/g)?.map((line) => line.slice(2, -1)) ?? []
      expect(new Set(seen).size).toBe(seen.length)
      const missing = ids.filter((id) => id !== deleted && !seen.includes(id))
      expect(missing).toEqual([])
    },
  )

  test('GET /donate/accountant has each gift once when gifts are captured, dated anew and deleted meanwhile', async () => {
    await addMany(server)
    const { bearer } = await server.signIn(['Donations'])
    await server.db.updateTable('donations').set({ status: 'authorized', payment_id: sql`'pay_' || id` }).execute()
    const ids = (await server.db.selectFrom('donations').select('id').execute()).map(({ id }) => id)
    const socket = connectTo(server)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write(request('/accountant', bearer))
    await once(socket, 'data')
    socket.pause()
    const captured_at = new Date(Date.now() + 60_000).toISOString()
    await server.db
      .updateTable('donations')
      .set({ status: 'captured', captured_at })
      .where('id', 'in', ids.slice(0, 500))
      .execute()
    const created_at = '2020-01-01T00:00:00.000Z'
    await server.db
      .updateTable('donations')
      .set({ created_at, local_day: '2020-01-01' })
      .where('id', 'in', ids.slice(-500))
      .execute()
    await server.app.inject({ method: 'DELETE', url: `/api/donate/${ids[0]}`, headers: bearer })
    socket.resume()
    await once(socket, 'close')
    const seen = answer.match(/"[0-9a-f]{24}"(?=\r\n)/g)?.map((cell) => cell.slice(1, -1)) ?? []
    expect(seen.sort()).toEqual(ids.sort())
  })

  test.each([
    ['the table', 'rename to donations_elsewhere', [...LISTS, ...ACCOUNTANT]],
    // Totals do not read donor_pan, so only the query of the first rows fails.
    ['a column', 'rename column donor_pan to pan', [...LISTS, ...ACCOUNTANT]],
  ])('returns 500 instead of a partial list when %s is renamed', async (_name, change, paths) => {
    await buildDonation(server.db)
    const { bearer } = await server.signIn(['Donations'])
    await sql.raw(`alter table donations ${change}`).execute(server.db)
    for (const path of paths) {
      const answer = await sendRaw(server, request(path, bearer))
      expect(answer).toContain('HTTP/1.1 500')
      expect(answer).toContain('"success":false')
    }
  })
})

async function* batchesOf<Row>(...batches: Row[][]) {
  yield* batches
}

const DONATION = {
  _id: 'a',
  donorName: 'a "b"\n\u2028',
  donorEmail: null,
  donorPhone: null,
  amount: 1,
  currency: 'INR',
  purpose: null,
  localStatus: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '',
}

test('streams valid JSON for any division into batches', async () => {
  const same = (row: typeof DONATION) => row
  const parsed = async (...batches: (typeof DONATION)[][]) =>
    JSON.parse((await jsonStream(batchesOf(...batches), same).toArray()).join(''))
  expect(await parsed()).toEqual({ success: true, data: [] })
  expect(await parsed([DONATION])).toEqual({ success: true, data: [DONATION] })
  expect(await parsed([DONATION, DONATION], [DONATION])).toEqual({ success: true, data: Array(3).fill(DONATION) })
})

test('reads rows only as they are consumed', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1
      yield [DONATION]
    }
  }
  const stream = csvStream(endless(), 'Asia/Kolkata')
  expect(read).toBe(0)
  await once(stream, 'readable')
  const first = read
  stream.read()
  stream.destroy()
  await once(stream, 'close')
  expect(read).toBeLessThan(first + 2000)
})
