import { expect, test } from 'vitest'
import { receiptState } from './receipt-columns.ts'

const VALID = { reason: null, status: 'captured', deleted_at: null }

test.each([
  ['valid', {}],
  ['valid', { status: null }],
  ['refunded', { status: 'Refunded' }],
  ['refunded', { status: 'cancelled' }],
  ['deleted', { deleted_at: '2026-05-10T06:00:00.000Z', status: 'refunded' }],
  ['disputed', { reason: 'disputed', deleted_at: '2026-05-10T06:00:00.000Z' }],
] as const)('returns %s for a receipt with %j', (state, columns) => {
  expect(receiptState({ ...VALID, ...columns })).toBe(state)
})
