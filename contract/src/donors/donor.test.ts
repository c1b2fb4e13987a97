import { expect, test } from 'vitest'
import { isDonorId } from './donor.ts'

test.each(['65f0c0ffee65f0c0ffee65f0', '7', 'Donor-1_a', 'x'.repeat(100)])('%s may be an id', (text) => {
  expect(isDonorId(text)).toBe(true)
})

test.each(['', 'duplicates', 'Merges', 'a1/gifts', 'gifts/', '..', 'a b', '%64uplicates', 'x'.repeat(101)])(
  '"%s" is no id',
  (text) => {
    expect(isDonorId(text)).toBe(false)
  },
)
