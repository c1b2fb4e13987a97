import { expect, test } from 'vitest'
import { auditReceipts, type ReceiptRecords } from './receipt-audit.ts'

const YEAR = '2026-27'

/**
 * Consistent records: `count` captured donations with receipts, and one pending donation.
 */
function recordsOf(count: number): ReceiptRecords {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return {
    donations: [
      ...numbers.map((number) => ({
        id: `d${number}`,
        status: 'captured',
        amount: 100,
        paymentId: `p${number}`,
        receiptNumber: `SD/${number}`,
      })),
      { id: 'waiting', status: 'created', amount: 100, paymentId: null, receiptNumber: null },
    ],
    receipts: numbers.map((number) => ({ donationId: `d${number}`, series: YEAR, number, printed: `SD/${number}` })),
    lastNumbers: new Map([[YEAR, count]]),
  }
}

const event = { eventId: 'e1', donationId: 'd1', paymentId: 'p1', orderId: 'o1', amount: 100, capturedAt: 0 }

test('reports nothing for consistent records', () => {
  expect(auditReceipts(recordsOf(3), [event])).toEqual([])
  expect(auditReceipts(recordsOf(0), [])).toEqual([])
})

test('reports a gap, a repeated number, and a last number without a receipt', () => {
  const records = recordsOf(3)
  expect(auditReceipts({ ...records, lastNumbers: new Map([[YEAR, 4]]) }, [])).toEqual([
    '2026-27 has 3 receipts, but 4 as its last number',
  ])
  const gap = records.receipts.map((receipt) => (receipt.number === 3 ? { ...receipt, number: 4 } : receipt))
  expect(auditReceipts({ ...records, receipts: gap }, [])).toEqual(['2026-27 has 4 where 3 should be'])
  const twice = records.receipts.map((receipt) => (receipt.number === 3 ? { ...receipt, number: 2 } : receipt))
  expect(auditReceipts({ ...records, receipts: twice }, [])).toEqual(['2026-27 has 2 where 3 should be'])
})

test('reports a capture without a receipt, and a receipt without a capture', () => {
  const { donations, receipts } = recordsOf(2)
  const bare = { donations, receipts: receipts.slice(0, 1), lastNumbers: new Map([[YEAR, 1]]) }
  expect(auditReceipts(bare, [])).toEqual([
    'donation d2 is captured and has no receipt',
    'donation d2 names receipt SD/2, and has null',
  ])
  const early = { donations: donations.map((donation) => ({ ...donation, status: 'created' })), receipts }
  expect(auditReceipts({ ...early, lastNumbers: new Map([[YEAR, 2]]) }, [])).toEqual([
    'donation d1 is created and has receipt SD/1',
    'donation d2 is created and has receipt SD/2',
  ])
})

test('reports an acknowledged capture that is missing or differs', () => {
  expect(auditReceipts(recordsOf(0), [event])).toEqual(['acknowledged e1 is gone'])
  expect(auditReceipts(recordsOf(1), [{ ...event, paymentId: 'p2' }])).toEqual([
    'acknowledged e1 is captured as p1 of 100 paise',
  ])
})
