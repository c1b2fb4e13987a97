import { expect, test } from 'vitest'
import { pagerWindow } from './pager-window.ts'

test.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [3, 20, '1 2 3 4 5 … 20'],
  [4, 20, '1 2 3 4 5 6 … 20'],
  [5, 20, '1 2 3 4 5 6 7 … 20'],
  [6, 20, '1 … 4 5 6 7 8 … 20'],
  [16, 20, '1 … 14 15 16 17 18 19 20'],
  [17, 20, '1 … 15 16 17 18 19 20'],
  [20, 20, '1 … 16 17 18 19 20'],
])('page %i of %i shows %s', (page, pageCount, expected) => {
  expect(pagerWindow(page, pageCount).join(' ').replaceAll('gap', '…')).toBe(expected)
})

test('lists pages in order without repeats, and reaches every page from page 1', () => {
  for (let pageCount = 1; pageCount <= 60; pageCount++) {
    const reached = new Set([1])
    for (const page of reached) {
      const pages = pagerWindow(page, pageCount).filter((item) => item !== 'gap')
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
      expect(pages).toContain(page)
      for (const next of pages) reached.add(next)
    }
    expect(reached.size).toBe(pageCount)
  }
})

test('with 100 pages shows the first, the last and at most 8 numbers, and no gap that hides only one page', () => {
  for (let page = 1; page <= 100; page++) {
    const items = pagerWindow(page, 100)
    expect(items[0]).toBe(1)
    expect(items.at(-1)).toBe(100)
    expect(items.filter((item) => item !== 'gap').length).toBeLessThanOrEqual(8)
    for (const [index, item] of items.entries()) {
      if (item !== 'gap') continue
      expect(Number(items[index + 1]) - Number(items[index - 1])).toBeGreaterThan(2)
    }
  }
})
