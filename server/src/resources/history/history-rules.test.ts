import { expect, test } from 'vitest'
import { coverageOf, ERASED, type HistoryRule, THINNED } from './history-rules.ts'

const row = (n: number, at: string, record_id = 's') => ({
  ...{ n, at, record_id, action: 'session.opened', record_kind: 'session' },
  ...{ actor_id: null, values_hash: '' },
})
const thinned = (n: number, before: string): HistoryRule => ({ action: THINNED, n, before })
const erased = (n: number, recordId: string): HistoryRule => ({ action: ERASED, n, recordKind: 'session', recordId })

test('a row is covered by the latest rules, and by those from a clock that was ahead', () => {
  const isCovered = coverageOf([thinned(10, '2020'), thinned(20, '2024'), thinned(30, '2021'), thinned(40, '2022')])
  const rows = [row(5, '2019'), row(15, '2023'), row(35, '2021'), row(35, '2023'), row(45, '2019')]
  expect(rows.map(isCovered)).toEqual([true, true, true, false, false])
  expect(isCovered({ ...row(5, '2019'), action: 'donation.paid' })).toBe(false)
})

test('a row of a record is covered by each later erasure of it', () => {
  const isCovered = coverageOf([erased(10, 'a'), erased(20, 'a'), erased(30, 'b')])
  const rows = [row(5, '2026', 'a'), row(15, '2026', 'a'), row(25, '2026', 'a'), row(5, '2026', 'c')]
  expect(rows.map(isCovered)).toEqual([true, true, false, false])
})
