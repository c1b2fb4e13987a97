import { describe, expect, test } from 'vitest'
import { CHART_WIDTHS, monthLabels } from './months.ts'

const monthsFrom = (month: string, count: number) => {
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, inYear - 1 + index)).toISOString().slice(0, 'YYYY-MM'.length),
  )
}

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
