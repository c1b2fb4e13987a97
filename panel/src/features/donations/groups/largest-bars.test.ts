import { expect, test } from 'vitest'
import { largestBars } from './largest-bars.ts'

const barsOf = (...amounts: number[]) => amounts.map((amount, at) => ({ id: `${at}`, name: `Purpose ${at}`, amount }))

test('orders bars by amount, equal ones as given', () => {
  const [a, b, c, d] = barsOf(5, 900, 20, 20)
  expect(largestBars(barsOf(5, 900, 20, 20))).toEqual({ bars: [b, c, d, a], others: undefined })
})

test.each([
  [11, 11, undefined],
  [12, 10, { count: 2, amount: 3 }],
])('of %i bars keeps %i and adds up the others', (given, kept, others) => {
  const amounts = Array.from({ length: given }, (_, at) => at + 1)
  const largest = largestBars(barsOf(...amounts))
  expect(largest.bars.map(({ amount }) => amount)).toEqual(amounts.toReversed().slice(0, kept))
  expect(largest.others).toEqual(others)
})
