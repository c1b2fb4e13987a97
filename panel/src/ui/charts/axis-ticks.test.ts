import { expect, test } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

const RUPEE = 100

test.each([
  [4, [0, 1, 2, 3, 4]],
  [0.01, [0, 1]],
  [9, [0, 5, 10]],
  [41, [0, 20, 40, 60]],
  [1_23_456, [0, 50_000, 1_00_000, 1_50_000]],
  [2_00_000, [0, 50_000, 1_00_000, 1_50_000, 2_00_000]],
  [2_00_001, [0, 1_00_000, 2_00_000, 3_00_000]],
  [1_40_00_000, [0, 50_00_000, 1_00_00_000, 1_50_00_000]],
  [0, [0, 1]],
])('an axis up to ₹%d has few round amounts', (rupees, ticks) => {
  expect(axisTicks(rupees * RUPEE)).toEqual(ticks.map((tick) => tick * RUPEE))
})

test('has at most five amounts, of which the last is the largest or more', () => {
  for (let largest = 1; largest < Number.MAX_SAFE_INTEGER / 10; largest = Math.ceil(largest * 1.37)) {
    const ticks = axisTicks(largest)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest)
    expect(ticks.at(-2)).toBeLessThan(largest)
  }
})
