import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, openDatabaseToRestore } from '../../db/database.ts'
import type { Db } from '../../db/db.ts'
import { FORGED_INFO } from '../../testing/backups/forged-archive.ts'
import { makeEmptyDatabase, type TestDatabase } from '../../testing/databases.ts'
import { openHistory } from '../history/history-service.ts'
import type { ArchiveInfo } from './archive/archive.ts'
import { addTable, createPlainDatabase, finishPlainDatabase } from './database/plain-database.ts'
import { fillDatabase } from './fill-service.ts'
import type { Column, Row } from './table-copy-store.ts'

const AT = '2025-01-01T00:00:00.000Z'
/** Version 0.1.0. */
const OLD_MIGRATIONS = [
  '0001-first-schema',
  '0002-donation-grand-totals',
  '0003-server-keys',
  '0004-open-orders-and-held-payments',
  '0005-idempotency-keys',
  '0006-event-dates-and-posters',
  '0007-admin-language',
].map((name) => ({ name, applied_at: AT }))

let place: TestDatabase
let db: Db
beforeEach(async () => {
  place = await makeEmptyDatabase('SQLite')
  db = await openDatabaseToRestore(place)
})
afterEach(async () => {
  await db.destroy()
  await place.remove()
})

function fill(tables: Record<string, Row[]>, info: Partial<ArchiveInfo> = {}) {
  const plainFile = join(place.dataDir, 'plain.sqlite')
  const plain = createPlainDatabase(plainFile)
  for (const [name, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? { id: '' }).map((column, at): Column => {
      return { name: column, type: 'text', keyPosition: at === 0 ? 1 : 0 }
    })
    addTable(plain, { name, columns })(rows)
  }
  finishPlainDatabase(plain)
  const counts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
  const whole = { ...FORGED_INFO, migrations: OLD_MIGRATIONS, tables: counts, ...info }
  return fillDatabase(db, { info: whole, plainFile, id: 'r', file: '/b.tar', lastReceipts: [] })
}

const EVENT = {
  id: 'e1',
  title: 'मेला',
  description: '',
  image_path: null,
  created_at: AT,
  starts_at: null,
  ends_at: null,
  venue: '',
}

test('brings the backup of an earlier version up to date', async () => {
  const audit = { id: 'a', at: AT, admin_id: null, admin_username: 'meera', action: 'event.deleted', subject_id: 'e2' }
  await fill({ events: [EVENT], audit: [{ ...audit, details: '{}' }] })
  await openHistory(db, join(place.dataDir, 'keys'))
  const history = db.selectFrom('history').innerJoin('history_values', 'history_values.n', 'history.n')
  expect(await history.select(['action', 'content']).execute()).toEqual([
    { action: 'event.deleted', content: expect.stringContaining('meera') },
  ])
  await db.destroy()
  db = await openDatabase(place)
  expect(await db.selectFrom('events').select(['id', 'title']).execute()).toEqual([{ id: 'e1', title: 'मेला' }])
  const { rows } = await sql`select applied_at from sevadesk_migrations where name = '0001-first-schema'`.execute(db)
  expect(rows).toEqual([{ applied_at: AT }])
})

test('leaves out a column that a later migration drops', async () => {
  const order = { order_id: 'order_1', ordered_at: AT, due_at: AT }
  await fill({ open_orders: [{ ...order, failures: '0' }] })
  expect(await db.selectFrom('open_orders').selectAll().execute()).toMatchObject([order])
})

test('lets timers run between the rows', async () => {
  const turn = vi.fn()
  setImmediate(turn)
  await fill({ events: [EVENT] })
  expect(turn).toHaveBeenCalled()
})

test.each([
  ['a newer version', {}, { migrations: [...OLD_MIGRATIONS, { name: '9999-later', applied_at: AT }] }, /newer version/],
  ['a table of no version', { 'admins; drop table events': [] }, {}, /is not one of its version/],
  ['a column of no version', { events: [{ ...EVENT, secret: 'x' }] }, {}, /is not one of its version/],
  ['a table with another row count than stated', { events: [EVENT] }, { tables: { events: 2 } }, /has 1 rows, not 2/],
])('refuses rows of %s, and leaves no table', async (_what, tables, info, reason) => {
  await expect(fill(tables, info)).rejects.toThrow(reason)
  expect((await sql`select name from sqlite_schema`.execute(db)).rows).toEqual([])
})
