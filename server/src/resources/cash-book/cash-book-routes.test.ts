import type { BookEntry, CashBook } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { NOW } from '../../testing/gifts/gift-calls.ts'
import {
  buildBookedGift,
  buildEntry,
  buildOfflineGift,
  entryTextsOf,
} from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type CallOptions, sharedTestApp } from '../../testing/shared-app.ts'

const RAVI = { entered_by: 'ravi', entered_by_id: 'r'.repeat(24) }

anyDatabase((engine) => {
  // Entries are append-only, so that each test has days of its own, and closings come last.
  const here = sharedTestApp({ engine, now: NOW })
  const bookOf = (day: string, page = 1): Promise<{ data: CashBook; total: number; page: number }> =>
    here.read(`/cash-book/${day}?page=${page}`)
  const close = (day: string, options?: CallOptions) => here.send('POST', `/cash-book/${day}/close`, undefined, options)

  test('lists the entries of a day in the order in which they were made, with their totals', async () => {
    const day = '2026-10-01'
    const cash = await buildBookedGift(here.db, {
      ...{ received_on: day, book_number: '12', leaf_number: '34' },
      donation: { donor_name: 'Asha', amount: 1_100_50, receipt_number: 'SD/2026-27/000001' },
    })
    const cheque = await buildBookedGift(here.db, {
      ...{ ...RAVI, mode: 'cheque', received_on: day, entered_at: `${day}T09:00:00.000Z` },
      donation: { donor_name: 'Om', amount: 5_000_00 },
    })
    await buildBookedGift(here.db, { mode: 'in_kind', received_on: day, donation: { donor_name: 'Kiran' } })
    const at = `${day}T10:00:00.000Z`
    await buildEntry(here.db, cheque, { kind: 'bounce', amount: -5_000_00, entered_at: at })

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
          const gift = await buildOfflineGift(here.db, { mode, received_on: day })
          await buildEntry(here.db, { ...gift, ...by }, { amount })
        }
        const { data } = await bookOf(day)
        const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
        const expected = [entries.length, sumOf(entries)]
        expect([data.entries.length, sumOf(data.entries)]).toEqual(expected)
        expect([data.count, data.amount]).toEqual(expected)
        for (const sums of [data.byMode, data.byPerson])
          expect([sums.reduce((all, { count }) => all + count, 0), sumOf(sums)]).toEqual(expected)
        const sumWhere = (isOf: (row: BookEntry) => boolean) => {
          const rows = data.entries.filter(isOf)
          return { count: rows.length, amount: sumOf(rows) }
        }
        for (const { mode, ...sum } of data.byMode) expect(sum).toEqual(sumWhere((row) => row.mode === mode))
        for (const { name, ...sum } of data.byPerson) expect(sum).toEqual(sumWhere((row) => row.enteredBy === name))
      }),
      { numRuns: 15 },
    )
  })

  test('returns 500 entries at once, with the totals of the whole day on each page', async () => {
    const day = '2026-09-01'
    const gift = await buildBookedGift(here.db, { received_on: day, donation: { amount: 1 } })
    const texts = await entryTextsOf(here.db, gift)
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...{ id: String(at).padStart(24, '0'), day, ...texts },
      ...{ kind: 'correction' as const, amount: 1 },
    }))
    await here.db.insertInto('cash_book_entries').values(rows).execute()
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
      await buildBookedGift(here.db, { received_on, donation: { amount: 100_00 } })
      await buildBookedGift(here.db, { mode: 'collection', received_on, donation: { amount: 20_00 } })
      await buildBookedGift(here.db, { mode: 'upi', received_on, donation: { amount: 7 } })
    }
    const sums = { count: 3, cash: 120_00, amount: 120_07, closing: null }
    const { data, total } = await here.read('/cash-books?limit=2')
    expect(data).toEqual([
      { day: '2026-11-18', ...sums },
      { day: '2026-11-17', ...sums },
    ])
    expect(total).toBeGreaterThan(2)
    const all = (await here.read('/cash-books?limit=100')).data.map(({ day }: CashBook) => day)
    expect(all).toEqual(all.toSorted().reverse())
    expect(all).toHaveLength(total)
    expect((await here.read('/cash-books?limit=100&page=99')).page).toBe(1)
  })

  test.each(['2026-02-30', 'today', '2026-2-1', "2026-01-01'--", '9999-01-01'])('knows no day %s', async (day) => {
    const path = encodeURIComponent(day)
    expect((await here.send('GET', `/cash-book/${path}`)).statusCode).toBe(404)
    expect((await close(path)).statusCode).toBe(404)
  })

  test('a day without entries is an empty book', async () => {
    const none = { count: 0, amount: 0 }
    const lists = { entries: [], byMode: [], byPerson: [] }
    const { data } = await bookOf('2024-02-29')
    expect(data).toEqual({ day: '2024-02-29', closing: null, ...none, ...lists, carried: none })
  })

  describe('closing', () => {
    test('closes a day and all before it, once; later entries for them stand in the first open day', async () => {
      const late = await buildBookedGift(here.db, { received_on: '2026-11-10', donation: { amount: 300 } })
      const tooEarly = await close('2026-11-21', { language: 'hi' })
      expect([tooEarly.statusCode, tooEarly.json().message]).toEqual([400, expect.stringContaining('अभी आया नहीं')])

      const closed = await close('2026-11-15')
      expect(closed.json()).toMatchObject({ data: { day: '2026-11-15', closedBy: here.staff.admin.username } })
      expect(await historyOf(here.db, '2026-11-15')).toMatchObject([
        { action: 'cash-book.closed', actorId: here.staff.admin.id, details: { day: '2026-11-15' } },
      ])
      for (const day of ['2026-11-15', '2026-11-10']) {
        const again = await close(day)
        const sentence = expect.stringContaining(`closed already, by ${here.staff.admin.username}`)
        expect([again.statusCode, again.json().message]).toEqual([409, sentence])
        const closing = { closedAt: new Date(NOW).toISOString(), closedBy: here.staff.admin.username }
        expect((await bookOf(day)).data.closing).toEqual(closing)
        const { data: entries } = await here.read(`/history?kind=cash-book&record=${day}`)
        expect(entries).toMatchObject([{ action: 'cash-book.closed', recordId: '2026-11-15' }])
      }
      expect((await bookOf('2026-11-16')).data.closing).toBeNull()

      await buildEntry(here.db, late, { kind: 'correction', amount: -300, today: '2026-11-19' })
      expect((await bookOf('2026-11-10')).data).toMatchObject({ count: 1, amount: 300 })
      const { data } = await bookOf('2026-11-19')
      expect(data.entries).toMatchObject([{ kind: 'correction', receivedOn: '2026-11-10' }])
      expect(data.carried).toEqual({ count: 1, amount: -300 })
    })

    test('closes today; what is received later today stands in the next day', async () => {
      expect((await close('2026-11-20')).statusCode).toBe(200)
      await buildBookedGift(here.db, { received_on: '2026-11-20' })
      expect((await bookOf('2026-11-20')).data.count).toBe(0)
      expect((await bookOf('2026-11-21')).data).toMatchObject({ count: 1, carried: { count: 1, amount: 500_00 } })
      const [tomorrow, ...closed] = (await here.read('/cash-books?limit=100')).data
      expect(tomorrow).toMatchObject({ day: '2026-11-21', closing: null })
      for (const book of closed) expect(book.closing).toMatchObject({ closedBy: here.staff.admin.username })
    })
  })
})
