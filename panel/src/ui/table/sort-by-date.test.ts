import { expect, test } from 'vitest'
import { sortByDate } from './sort-by-date.ts'

const ids = (items: { id: string }[]) => items.map(({ id }) => id).join(' ')

test('sorts by date, ties by id, and items without a date as the oldest', () => {
  const items = [
    { id: 'b', createdAt: '2026-01-02T00:00:00.000Z' },
    { id: 'd', createdAt: 'soon' },
    { id: 'a', createdAt: '2026-01-02T00:00:00.000Z' },
    { id: 'c', createdAt: '2026-01-03T00:00:00.000Z' },
  ]
  expect(ids(sortByDate(items, 'latest'))).toBe('c b a d')
  expect(ids(sortByDate(items, 'oldest'))).toBe('d a b c')
  expect(ids(items)).toBe('b d a c')
})
