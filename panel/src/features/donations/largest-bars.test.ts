import { expect, test } from 'vitest'
import { largestBars } from './largest-bars.ts'

const bar = (id: string, amount: number) => ({ id, name: `Purpose ${id}`, amount })
const A = bar('a', 5)
const B = bar('b', 900)
const C = bar('c', 20)
const D = bar('d', 20)

test('orders bars by amount, equal ones as given, and adds up the rest', () => {
  expect(largestBars([A, B, C, D], 2)).toEqual({ largest: [B, C], others: { count: 2, amount: 25 } })
})

test('has no rest if all are shown', () => {
  expect(largestBars([A, B], 2)).toEqual({ largest: [B, A], others: undefined })
})
