import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { derivedDonationColumns } from '../../db/donation-columns.ts'
import { newId } from '../../db/id.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { connectTo, sendRaw } from '../../testing/requests/raw-connection.ts'
import { ownTestApp, type SharedApp } from '../../testing/shared-app.ts'
import { csvStream, jsonStream } from './donation-stream.ts'

/** Far more rows than a connection buffers, so that a paused client blocks the stream. */
const MANY = 3000
const PURPOSE = 'x'.repeat(6000)

async function addMany({ db }: SharedApp, count = MANY): Promise<void> {
  const row = await buildDonation(db, { purpose: PURPOSE })
  // No test searches the purpose, and indexing it would take most of the time.
  const derived = { ...derivedDonationColumns(row, 'Asia/Kolkata'), search_purpose: '' }
  const { order_id, payment_id, id, ...rest } = { ...row, ...derived }
  for (let added = 1; added < count; added += 500) {
    const unpaid = { ...rest, order_id: null, payment_id: null }
    const rows = Array.from({ length: Math.min(500, count - added) }, () => ({ ...unpaid, id: newId() }))
    await db.insertInto('donations').values(rows).execute()
  }
}

function request(path: string, { authorization }: { authorization: string }): string {
  return `GET /api/donate${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
}

eachDatabase((engine) => {
  let here: SharedApp
  beforeEach(async () => {
    here = await ownTestApp({ engine })
    await here.app.listen({ port: 0, host: '127.0.0.1' })
  })

  /** Adds many donations, requests a list of them, and stops reading within it. `readAll` reads the rest. */
  async function startReading(path: string) {
    await addMany(here)
    const streams: Readable[] = []
    here.app.server.on('request', (_request, response) => {
      response.on('pipe', (stream: Readable) => streams.push(stream))
    })
    const ids = (await here.db.selectFrom('donations').select('id').execute()).map(({ id }) => id)
    const socket = connectTo(here)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.write(request(path, here.staff.bearer))
    await once(socket, 'data')
    socket.pause()
    const readAll = async () => {
      socket.resume()
      await once(socket, 'close')
      return answer
    }
    return { ids, socket, streams, readAll }
  }

  test.each(['', '/export', '/accountant'])(
    'GET /donate%s stops reading rows when the client disconnects',
    async (path) => {
      const { socket, streams } = await startReading(path)
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
      const { readAll } = await startReading(path)
      await sql`alter table donations rename to donations_elsewhere`.execute(here.db)
      const answer = await readAll()
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
      const { ids, readAll } = await startReading(path)
      await here.db.updateTable('donations').set({ status: 'authorized', donor_phone: '+91 98765 43210' }).execute()
      const deleted = ids[5] as string
      await here.send('DELETE', `/donate/${deleted}`)
      for (let n = 0; n < 20; n += 1) await buildDonation(here.db)
      const seen = (await readAll()).match(/\n"([0-9a-f]{24})"/g)?.map((line) => line.slice(2, -1)) ?? []
      expect(new Set(seen).size).toBe(seen.length)
      expect(ids.filter((id) => id !== deleted && !seen.includes(id))).toEqual([])
    },
  )

  test('GET /donate/accountant has each gift once when gifts are captured, dated anew and deleted meanwhile', async () => {
    const { ids, readAll } = await startReading('/accountant')
    const change = (some: string[], values: object) =>
      here.db.updateTable('donations').set(values).where('id', 'in', some).execute()
    await change(ids.slice(0, 500), { status: 'captured', captured_at: new Date(Date.now() + 60_000).toISOString() })
    await change(ids.slice(-500), { created_at: '2020-01-01T00:00:00.000Z', local_day: '2020-01-01' })
    await here.send('DELETE', `/donate/${ids[0]}`)
    const seen = (await readAll()).match(/"[0-9a-f]{24}"(?=\r\n)/g)?.map((cell) => cell.slice(1, -1)) ?? []
    expect(seen.sort()).toEqual(ids.sort())
  })

  // Totals do not read donor_pan, so only the query of the first rows fails.
  test.each(['rename to donations_elsewhere', 'rename column donor_pan to pan'])(
    'returns 500 instead of a partial list after %s',
    async (change) => {
      await buildDonation(here.db)
      await sql.raw(`alter table donations ${change}`).execute(here.db)
      for (const path of ['', '/export', '/successful', '?page=1', '/accountant', '/accountant?format=xlsx']) {
        const answer = await sendRaw(here, request(path, here.staff.bearer))
        expect(answer).toContain('HTTP/1.1 500')
        expect(answer).toContain('"success":false')
      }
    },
  )
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
