import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../db/db.ts'
import { anyDatabase, openForEachTest } from '../../testing/databases.ts'
import { dropHistoryTriggers, renumber } from '../../testing/history.ts'
import { type BreakKind, describeBreak, type KeptHead, macOf } from './history-chain.ts'
import { checkHistory, eraseHistory, thinHistory } from './history-check-service.ts'
import { type History, openHistory } from './history-service.ts'
import { appendRows, findHead, listRowsAfter, type StoredRow } from './history-store.ts'

const ROWS = 24
const DAY_MS = 24 * 60 * 60 * 1000

interface Alteration {
  /** Runs as an attacker who may write SQL, but has not the key. */
  alter: (db: Db) => Promise<unknown>
  n: number
  kind: BreakKind
}

const update = (n: number, values: object) => (db: Db) =>
  db.updateTable('history').set(values).where('n', '=', n).execute()
const remove =
  (from: number, to = from) =>
  async (db: Db) => {
    for (const table of ['history', 'history_values'] as const) {
      await db.deleteFrom(table).where('n', '>=', from).where('n', '<=', to).execute()
    }
  }
const removeValues = (n: number) => (db: Db) => db.deleteFrom('history_values').where('n', '=', n).execute()
const insert = (n: number) => async (db: Db) => {
  const row = (await listRowsAfter(db, 0, 1))[0]
  if (!row) throw new Error('The history is empty.')
  const { salt, content, ...chained } = row
  await db
    .insertInto('history')
    .values({ ...chained, n, mac: randomBytes(32).toString('base64url') })
    .execute()
  await db
    .insertInto('history_values')
    .values({ n, salt: salt ?? '', content: content ?? '' })
    .execute()
}
const swap = (one: number, other: number) => (db: Db) => renumber(db, (n) => ({ [one]: other, [other]: one })[n] ?? n)
/** Without the key, an attacker can only compute the chain with another one. */
const computeAnew = (from: number) => async (db: Db) => {
  const rows = await listRowsAfter(db, from - 2, ROWS)
  let [previous, ...others]: (StoredRow | undefined)[] = from === 1 ? [undefined, ...rows] : rows
  const key = randomBytes(32)
  for (const row of others) {
    if (!row) continue
    const mac = macOf(key, previous?.mac ?? '', row)
    await db.updateTable('history').set({ mac }).where('n', '=', row.n).execute()
    previous = { ...row, mac }
  }
}

const at = (rows: readonly number[], make: (n: number) => Alteration) => rows.map(make)

const ALTERATIONS: readonly Alteration[] = [
  ...['at', 'actor_id', 'action', 'record_kind', 'record_id', 'values_hash', 'mac'].flatMap((column) =>
    at([1, 9, 17, ROWS], (n) => ({ alter: update(n, { [column]: 'forged' }), n, kind: 'changed' })),
  ),
  ...(['salt', 'content'] as const).flatMap((column) =>
    at([1, 12, ROWS], (n) => ({
      alter: (db) =>
        db
          .updateTable('history_values')
          .set({ [column]: '{}' })
          .where('n', '=', n)
          .execute(),
      n,
      kind: 'values-changed',
    })),
  ),
  ...at([1, 6, 13, 20, ROWS], (n) => ({ alter: removeValues(n), n, kind: 'values-missing' })),
  ...at([1, 2, 10, 18, ROWS - 1], (n) => ({ alter: remove(n), n, kind: 'removed' })),
  ...at([2, 5, 11, 19], (n) => ({
    alter: async (db) => {
      await remove(n, n + 1)(db)
      await renumber(db, (number) => (number > n ? number - 2 : number))
    },
    n,
    kind: 'removed',
  })),
  ...at([2, 8, 15, ROWS - 1, ROWS], (n) => ({ alter: remove(n, ROWS), n, kind: 'cut-off' })),
  ...at([1, 2, 3, 7, 13, 16, 21, ROWS - 1, ROWS], (n) => ({
    alter: async (db) => {
      await renumber(db, (number) => (number >= n ? number + 1 : number))
      await insert(n)(db)
    },
    n,
    kind: 'inserted',
  })),
  ...at([3, 14], (n) => ({
    alter: async (db) => {
      await renumber(db, (number) => (number >= n ? number + 2 : number))
      await insert(n)(db)
      await insert(n + 1)(db)
    },
    n,
    kind: 'inserted',
  })),
  ...at([-3, 0, ROWS + 1], (n) => ({ alter: insert(n), n, kind: 'inserted' })),
  ...at([1, 2, 4, 9, 12, 16, 20, ROWS - 1], (n) => ({ alter: swap(n, n + 1), n, kind: 'out-of-order' })),
  ...at([1, 3, 6, 10, 14], (n) => ({ alter: swap(n, n + 6), n, kind: 'out-of-order' })),
  ...at([2, 7], (n) => ({
    alter: async (db) => {
      const reversed = (number: number) => (number >= n && number < n + 5 ? 2 * n + 4 - number : number)
      await renumber(db, reversed)
    },
    n,
    kind: 'out-of-order',
  })),
  ...at([1, 2, 5, 8, 12, 15, 18, 22, ROWS - 1], (n) => ({ alter: computeAnew(n), n, kind: 'other-key' })),
  ...at([4, 11, 20], (n) => ({
    // Values of two rows exchanged.
    alter: (db) =>
      sql`update history_values set content = (select content from history_values as other
        where other.n = ${n + 2}) where n = ${n}`.execute(db),
    n,
    kind: 'values-changed',
  })),
  ...at([3, 10, 21], (n) => ({
    // A forged rule to excuse the missing values.
    alter: async (db) => {
      await removeValues(n)(db)
      await insert(ROWS + 1)(db)
      await update(ROWS + 1, { action: 'history.erased', record_kind: 'history' })(db)
      const content = JSON.stringify({ details: { recordKind: 'event', recordId: `e${n}` } })
      await db
        .updateTable('history_values')
        .set({ content })
        .where('n', '=', ROWS + 1)
        .execute()
    },
    n,
    kind: 'values-missing',
  })),
  ...at([2, 12, ROWS], (n) => ({
    // Row and values replaced by those of another row.
    alter: async (db) => {
      await remove(n)(db)
      await insert(n)(db)
    },
    n,
    kind: 'changed',
  })),
]

anyDatabase((engine) => {
  let history: History
  const here = openForEachTest(engine)
  beforeEach(async () => {
    history = await openHistory(here.db, here.keysDir)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await rm(here.keysDir, { recursive: true, force: true })
  })

  const record = (id: string, action = 'event.changed', at = new Date().toISOString()) =>
    here.db.transaction().execute((transaction) =>
      appendRows(transaction, history.key, [
        {
          at,
          actor_id: null,
          action,
          record_kind: action.split('.')[0] ?? '',
          record_id: id,
          content: JSON.stringify({
            username: 'asha',
            ip: '192.0.2.1',
            before: { title: id },
            after: { title: 'New' },
          }),
        },
      ]),
    )
  const atDay = (day: number) => new Date(Date.now() + day * DAY_MS)
  /** Removes the values of sign-ins that are two years old, with the clock some days ahead. */
  async function thin(day: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: atDay(day) })
    await thinHistory(here.db, history.server, { ageMs: 2 * 365 * DAY_MS })
    vi.useRealTimers()
  }
  const keptHead = async (): Promise<KeptHead> => ({ ...(await findHead(here.db)), at: new Date().toISOString() })
  const check = (head: KeptHead | null = null) => checkHistory(here.db, { key: history.key, head })

  test('finds each of 100 alterations at its row', async () => {
    for (let n = 1; n <= ROWS; n += 1) await record(`e${n}`)
    const head = await keptHead()
    await dropHistoryTriggers(here.db)
    expect(await check(head)).toMatchObject({ rows: ROWS, breaks: [] })
    expect(ALTERATIONS.length).toBeGreaterThanOrEqual(100)
    const rollback = new Error('rollback')
    for (const [index, { alter, n, kind }] of ALTERATIONS.entries()) {
      const run = here.db.transaction().execute(async (transaction) => {
        await alter(transaction)
        const { firstBreak } = await checkHistory(transaction, { key: history.key, head })
        expect({ index, ...firstBreak }).toEqual({ index, n, kind })
        throw rollback
      })
      await expect(run).rejects.toBe(rollback)
    }
  })

  test('finds an end that was cut off and written again', async () => {
    await record('e1')
    await record('of a clock that was ahead', 'event.changed', atDay(99).toISOString())
    for (let n = 3; n <= 5; n += 1) await record(`e${n}`)
    const head = await keptHead()
    await dropHistoryTriggers(here.db)
    await remove(4, 5)(here.db)
    for (let n = 4; n <= 7; n += 1) await record(`other-${n}`, 'event.changed', atDay(n).toISOString())
    expect((await check()).firstBreak).toBeNull()
    expect((await check(head)).firstBreak).toEqual({ n: 4, kind: 'cut-off' })
  })

  test('accepts values that a rule removed, and no others', async () => {
    const old = '2023-01-01T00:00:00.000Z'
    await record('s1', 'session.opened', old)
    await record('d1', 'donation.paid', old)
    await record('s2', 'session.opened')
    await record('e1')
    await record('d2', 'donation.paid')
    await thin(2)
    await thin(2)
    expect(await eraseHistory(here.db, history.server, 'event', 'e1')).toBe(1)
    await expect(eraseHistory(here.db, history.server, 'donation', 'd1')).rejects.toThrow(
      /Changes to money are always kept/,
    )
    const values = await here.db.selectFrom('history_values').select('n').orderBy('n').execute()
    expect(values.map(({ n }) => n)).toEqual([2, 3, 5, 6, 7])
    expect(await check()).toMatchObject({ rows: 7, breaks: [] })
    // A rule covers earlier rows alone, and none of money.
    await record('e1')
    for (const n of [8, 5, 3, 2]) {
      await removeValues(n)(here.db)
      expect((await check()).firstBreak).toEqual({ n, kind: 'values-missing' })
    }
  })

  test('removes the values of old sign-ins, but none while the clock is years ahead for a day', async () => {
    const signInOn = (day: number) => record(`s${day}`, 'session.opened', atDay(day).toISOString())
    const remaining = async () => (await here.db.selectFrom('history_values').select('n').execute()).length
    for (const day of [-500, -2, 0]) await signInOn(day)
    await thin(0)
    for (const day of [3 * 365, 3 * 365 + 0.9]) {
      await thin(day)
      await signInOn(day)
    }
    await thin(1.5)
    expect(await remaining()).toBe(5)
    await signInOn(3 * 365)
    await thin(3 * 365 + 1)
    // The rule and the sign-ins of the last two years remain.
    expect(await remaining()).toBe(4)
    expect((await check()).firstBreak).toBeNull()
  })

  test('checks only the newest rows when asked', async () => {
    for (let n = 1; n <= 6; n += 1) await record(`e${n}`)
    await dropHistoryTriggers(here.db)
    await update(2, { action: 'forged' })(here.db)
    const options = { key: history.key, head: null }
    expect(await checkHistory(here.db, { ...options, newest: 4 })).toMatchObject({ rows: 4, breaks: [] })
    expect((await checkHistory(here.db, { ...options, newest: 5 })).firstBreak).toEqual({ n: 2, kind: 'changed' })
  })
})

test('describes a row that was inserted before the first by its number', () => {
  expect(describeBreak({ n: 0, kind: 'inserted' })).toBe('Row 0 of the history was inserted by another program.')
})
