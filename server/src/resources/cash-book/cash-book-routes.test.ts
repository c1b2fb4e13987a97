import type { BookEntry, CashBook } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import {
  buildBookedGift,
  buildEntry,
  buildOfflineGift,
  entryTextsOf,
} from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const RAVI = { entered_by: 'ravi', entered_by_id: 'r'.repeat(24) }
/** 2026-11-20 in the trust's zone. */
const NOW = Date.parse('2026-11-20T06:00:00Z')

anyDatabase((engine) => {
  let server: TestApp
  let keeper: TestSession
  // Entries are append-only, so that each test has days of its own, and closings come last.
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    server = await testApp({ engine })
    keeper = await server.signIn(['Donations'])
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const get = (path: string) => server.app.inject({ url: `/api/${path}`, headers: keeper.bearer })
  const bookOf = async (day: string, page = 1) => {
    const answer = await get(`cash-book/${day}?page=${page}`)
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    return answer.json() as { data: CashBook; total: number; page: number }
  }
  const close = (day: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: `/api/cash-book/${day}/close`, headers: { ...keeper.bearer, ...headers } })

  test('lists the entries of a day in the order in which they were made, with their totals', async () => {
    const day = '2026-10-01'
    const cash = await buildBookedGift(server.db, {
      ...{ received_on: day, book_number: '12', leaf_number: '34' },
      donation: { donor_name: 'Asha', amount: 1_100_50, receipt_number: 'SD/2026-27/000001' },
    })
    const cheque = await buildBookedGift(server.db, {
      ...{ ...RAVI, mode: 'cheque', received_on: day, entered_at: `${day}T09:00:00.000Z` },
      donation: { donor_name: 'Om', amount: 5_000_00 },
    })
    await buildBookedGift(server.db, { mode: 'in_kind', received_on: day, donation: { donor_name: 'Kiran' } })
    const at = `${day}T10:00:00.000Z`
    await buildEntry(server.db, cheque, { kind: 'bounce', amount: -5_000_00, entered_at: at })

    const { data, total, page } = await bookOf(day)
    expect([total, page]).toEqual([4, 1])
    expect(data).toMatchObject({ day, closing: null, count: 4, amount: 1_100_50, carried: { count: 0, amount: 0 } })
    const [first, second, third, fourth] = data.entries
    expect(first).toEqual({
      _id: expect.any(String),
      ...{ giftId: cash.donation_id, kind: 'gift', mode: 'cash', amount: 1_100_50, donorName: 'Asha' },
      ...{ enteredAt: cash.entered_at, enteredBy: 'meera', receivedOn: day, receiptNumber: 'SD/2026-27/000001' },
      ...{ bookNumber: '12', leafNumber: '34', reference: '', bank: '', item: '', quantity: '' },
    })
    expect(second).toMatchObject({ mode: 'in_kind', amount: 0, item: 'Rice', quantity: '20 kg' })
    expect(third).toMatchObject({ mode: 'cheque', reference: '000123', bank: 'State Bank', enteredBy: 'ravi' })
    expect(fourth).toMatchObject({ kind: 'bounce', amount: -5_000_00, donorName: 'Om' })
    expect(data.byMode).toEqual([
      { mode: 'cash', count: 1, amount: 1_100_50 },
      { mode: 'cheque', count: 2, amount: 0 },
      { mode: 'in_kind', count: 1, amount: 0 },
    ])
    expect(data.byPerson).toEqual([
      { name: 'meera', count: 2, amount: 1_100_50 },
      { name: 'ravi', count: 2, amount: 0 },
    ])
  })

  test('totals agree to the paisa with the rows, whatever the entries', async () => {
    let made = 0
    const entry = fc.record({
      mode: fc.constantFrom('cash' as const, 'cheque' as const, 'upi' as const, 'collection' as const),
      amount: fc.integer({ min: -100_00_00_000_00, max: 100_00_00_000_00 }),
      person: fc.constantFrom('asha', 'ravi', 'om'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        made += 1
        const day = `2025-${String(1 + (made % 12)).padStart(2, '0')}-${String(1 + Math.floor(made / 12)).padStart(2, '0')}`
        for (const { mode, amount, person } of entries) {
          const by = { entered_by: person, entered_by_id: person.padEnd(24, '0') }
          await buildEntry(
            server.db,
            { ...(await buildOfflineGift(server.db, { mode, received_on: day })), ...by },
            { amount },
          )
        }
        const { data } = await bookOf(day)
        const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
        const expected = [entries.length, sumOf(entries)]
        expect([data.entries.length, sumOf(data.entries)]).toEqual(expected)
        expect([data.count, data.amount]).toEqual(expected)
        for (const sums of [data.byMode, data.byPerson])
          expect([sums.reduce((all, { count }) => all + count, 0), sumOf(sums)]).toEqual(expected)
        for (const { mode, ...sum } of data.byMode) {
          const rows = data.entries.filter((row: BookEntry) => row.mode === mode)
          expect(sum).toEqual({ count: rows.length, amount: sumOf(rows) })
        }
        for (const { name, ...sum } of data.byPerson) {
          const rows = data.entries.filter((row: BookEntry) => row.enteredBy === name)
          expect(sum).toEqual({ count: rows.length, amount: sumOf(rows) })
        }
      }),
      { numRuns: 15 },
    )
  })

  test('returns 500 entries at once, with the totals of the whole day on each page', async () => {
    const day = '2026-09-01'
    const gift = await buildBookedGift(server.db, { received_on: day, donation: { amount: 1 } })
    const texts = await entryTextsOf(server.db, gift)
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...{ id: String(at).padStart(24, '0'), day, ...texts },
      ...{ kind: 'correction' as const, amount: 1 },
    }))
    await server.db.insertInto('cash_book_entries').values(rows).execute()
    const [first, second, beyond] = [await bookOf(day), await bookOf(day, 2), await bookOf(day, 9)]
    expect([first, second, beyond].map(({ data, page, total }) => [data.entries.length, page, total])).toEqual([
      [500, 1, 501],
      [1, 2, 501],
      [1, 2, 501],
    ])
    expect([first.data.amount, second.data.amount]).toEqual([501, 501])
    const ids = [...first.data.entries, ...second.data.entries].map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(501)
  })

  test('lists the days newest first, with cash and total', async () => {
    const days = ['2026-11-17', '2026-11-18']
    for (const received_on of days) {
      await buildBookedGift(server.db, { received_on, donation: { amount: 100_00 } })
      await buildBookedGift(server.db, { mode: 'collection', received_on, donation: { amount: 20_00 } })
      await buildBookedGift(server.db, { mode: 'upi', received_on, donation: { amount: 7 } })
    }
    const sums = { count: 3, cash: 120_00, amount: 120_07, closing: null }
    const { data, total } = (await get('cash-books?limit=2')).json()
    expect(data).toEqual([
      { day: '2026-11-18', ...sums },
      { day: '2026-11-17', ...sums },
    ])
    expect(total).toBeGreaterThan(2)
    const all = (await get('cash-books?limit=100')).json().data.map(({ day }: CashBook) => day)
    expect(all).toEqual(all.toSorted().reverse())
    expect(all).toHaveLength(total)
    expect((await get(`cash-books?limit=100&page=99`)).json().page).toBe(1)
  })

  test.each(['2026-02-30', 'today', '2026-2-1', "2026-01-01'--", '9999-01-01'])('knows no day %s', async (day) => {
    const path = encodeURIComponent(day)
    expect((await get(`cash-book/${path}`)).statusCode).toBe(404)
    expect((await close(path)).statusCode).toBe(404)
  })

  test('a day without entries is an empty book', async () => {
    const empty = { count: 0, amount: 0 }
    const { data } = await bookOf('2024-02-29')
    expect(data).toEqual({
      day: '2024-02-29',
      closing: null,
      entries: [],
      ...empty,
      byMode: [],
      byPerson: [],
      carried: empty,
    })
  })

  describe('closing', () => {
    test('closes a day and all before it, once; later entries for them stand in the first open day', async () => {
      const late = await buildBookedGift(server.db, { received_on: '2026-11-10', donation: { amount: 300 } })
      const tooEarly = await close('2026-11-21', { 'accept-language': 'hi' })
      expect([tooEarly.statusCode, tooEarly.json().message]).toEqual([400, expect.stringContaining('अभी आया नहीं')])

      const closed = await close('2026-11-15')
      expect(closed.json()).toMatchObject({ data: { day: '2026-11-15', closedBy: keeper.admin.username } })
      expect(await historyOf(server.db, '2026-11-15')).toMatchObject([
        { action: 'cash-book.closed', actorId: keeper.admin.id, details: { day: '2026-11-15' } },
      ])
      for (const day of ['2026-11-15', '2026-11-10']) {
        const again = await close(day)
        expect([again.statusCode, again.json().message]).toEqual([
          409,
          expect.stringContaining(`closed already, by ${keeper.admin.username}`),
        ])
        expect((await bookOf(day)).data.closing).toEqual({
          closedAt: new Date(NOW).toISOString(),
          closedBy: keeper.admin.username,
        })
        const { data: entries } = (await get(`history?kind=cash-book&record=${day}`)).json()
        expect(entries).toMatchObject([{ action: 'cash-book.closed', recordId: '2026-11-15' }])
      }
      expect((await bookOf('2026-11-16')).data.closing).toBeNull()

      await buildEntry(server.db, late, { kind: 'correction', amount: -300, today: '2026-11-19' })
      expect((await bookOf('2026-11-10')).data).toMatchObject({ count: 1, amount: 300 })
      const { data } = await bookOf('2026-11-19')
      expect(data.entries).toMatchObject([{ kind: 'correction', receivedOn: '2026-11-10' }])
      expect(data.carried).toEqual({ count: 1, amount: -300 })
    })

    test('closes today; what is received later today stands in the next day', async () => {
      expect((await close('2026-11-20')).statusCode).toBe(200)
      await buildBookedGift(server.db, { received_on: '2026-11-20' })
      expect((await bookOf('2026-11-20')).data.count).toBe(0)
      expect((await bookOf('2026-11-21')).data).toMatchObject({ count: 1, carried: { count: 1, amount: 500_00 } })
      const [tomorrow, ...closed] = (await get('cash-books?limit=100')).json().data
      expect(tomorrow).toMatchObject({ day: '2026-11-21', closing: null })
      for (const book of closed) expect(book.closing).toMatchObject({ closedBy: keeper.admin.username })
    })
  })
})
