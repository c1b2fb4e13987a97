import { expect, test } from 'vitest'
import { isDonationId } from './donation.ts'

test.each(['65f0c0ffee65f0c0ffee65f0', 'd0001', 'Don-1_a', 'x'.repeat(100)])('%s may be an id', (text) => {
  expect(isDonationId(text)).toBe(true)
})

const CALLS = ['export', 'Export', 'summary', 'choices', 'summary/matches', 'export/', '%65xport']
test.each(['', ...CALLS, '.', '..', 'a b', 'x'.repeat(101)])('"%s" is no id', (text) => {
  expect(isDonationId(text)).toBe(false)
})
