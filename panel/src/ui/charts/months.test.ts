import { describe, expect, test } from 'vitest'
import { CHART_WIDTHS, fillMonths, monthLabels } from './months.ts'

const monthsFrom = (month: string, count: number) => {
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, inYear - 1 + index)).toISOString().slice(0, 'YYYY-MM'.length),
  )
}

describe('fillMonths', () => {
  test('adds the months between others, across a year', () => {
    const given = [
      { month: '2026-02', amount: 500 },
      { month: '2025-11', amount: 100 },
    ]
    expect(fillMonths(given, 24)).toEqual({
      months: [
        { month: '2025-11', amount: 100 },
        { month: '2025-12', amount: 0 },
        { month: '2026-01', amount: 0 },
        { month: '2026-02', amount: 500 },
      ],
      isCut: false,
    })
  })

  test('keeps the newest months, and tells that there are older ones', () => {
    const given = [
      { month: '1950-01', amount: 7 },
      { month: '2026-03', amount: 5 },
    ]
    const { months, isCut } = fillMonths(given, 24)
    expect(months.map(({ month }) => month)).toEqual(monthsFrom('2024-04', 24))
    expect(isCut).toBe(true)
    expect(fillMonths(given.slice(1), 1)).toEqual({ months: given.slice(1), isCut: false })
  })

  test('leaves out what is no month', () => {
    const given = ['', '2026', '2026-13', '2026-00', 'x'].map((month) => ({ month, amount: 1 }))
    expect(fillMonths(given, 24)).toEqual({ months: [], isCut: false })
  })
})

describe('monthLabels', () => {
  const labelled = (months: string[], width: (typeof CHART_WIDTHS)[number]) => {
    const labels = monthLabels(months)
    const at = (kind: 'labelAt' | 'yearAt') => months.filter((_, index) => labels[index]?.[kind].includes(width))
    return [at('labelAt'), at('yearAt')]
  }

  test('labels as many months as there is room for, counted from January', () => {
    const months = monthsFrom('2024-12', 24)
    expect(labelled(months, 'narrow')).toEqual([
      ['2025-01', '2025-07', '2026-01', '2026-07'],
      ['2025-01', '2026-01'],
    ])
    expect(labelled(months, 'middle')[0]).toEqual([
      '2025-01',
      '2025-04',
      '2025-07',
      '2025-10',
      '2026-01',
      '2026-04',
      '2026-07',
      '2026-10',
    ])
    expect(labelled(months, 'wide')[0]).toHaveLength(12)
  })

  test('labels each of few months, with the year of the first and of January', () => {
    expect(labelled(monthsFrom('2025-11', 4), 'narrow')).toEqual([monthsFrom('2025-11', 4), ['2025-11', '2026-01']])
  })

  test('labels some month of every chart', () => {
    for (let count = 1; count <= 24; count += 1) {
      for (const start of monthsFrom('2025-01', 12)) {
        for (const width of CHART_WIDTHS) expect(labelled(monthsFrom(start, count), width)[0]).not.toEqual([])
      }
    }
  })
})
