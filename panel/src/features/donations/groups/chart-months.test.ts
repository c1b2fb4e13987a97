import { describe, expect, test } from 'vitest'
import { fillMonths, unfinishedMonths } from './chart-months.ts'

describe('fillMonths', () => {
  test('adds the months between others, across a year', () => {
    const given = [
      { month: '2026-02', amount: 500 },
      { month: '2025-11', amount: 100 },
    ]
    expect(fillMonths(given)).toEqual({
      months: [
        { month: '2025-11', amount: 100 },
        { month: '2025-12', amount: 0 },
        { month: '2026-01', amount: 0 },
        { month: '2026-02', amount: 500 },
      ],
      isCut: false,
    })
  })

  test('keeps the newest 24 months, and tells that there are older ones', () => {
    const given = [
      { month: '1950-01', amount: 7 },
      { month: '2026-03', amount: 5 },
    ]
    const { months, isCut } = fillMonths(given)
    expect([months.length, months[0]?.month, months[23]?.month]).toEqual([24, '2024-04', '2026-03'])
    expect(isCut).toBe(true)
  })

  test('ignores invalid months', () => {
    const given = ['', '2026', '2026-13', '2026-00', 'x'].map((month) => ({ month, amount: 1 }))
    expect(fillMonths(given)).toEqual({ months: [], isCut: false })
  })
})

test.each([
  ['all days', undefined, [], '2026-11'],
  ['days from the middle of a month', ['2026-09-02', '2026-11-27'], ['2026-09'], '2026-11'],
  ['days before today', ['2026-09-01', '2026-11-26'], ['2026-11'], undefined],
  ['days after today', ['2026-09-01', '2026-11-29'], [], '2026-11'],
  ['whole months', ['2026-09-01', '2026-11-01'], [], '2026-11'],
  ['days in one month', ['2026-10-05', '2026-10-20'], ['2026-10'], '2026-11'],
  ['days from this month', ['2026-11-05', '2026-12-01'], ['2026-11'], undefined],
])('finds the months that %s show in part', (_name, days, inPart, current) => {
  const [from = '', to = ''] = days ?? []
  const months = ['2026-09', '2026-10', '2026-11']
  expect(unfinishedMonths(months, days && { from, to }, '2026-11-26')).toEqual({ inPart, current })
})
