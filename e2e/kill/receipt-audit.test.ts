import { expect, test } from 'vitest'
import { auditCopiedReceipts } from './copied-receipts.ts'
import { auditGifts, type GiftRecord } from './gift-audit.ts'
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
    receipts: numbers.map((number) => ({
      donationId: `d${number}`,
      series: YEAR,
      number,
      printed: `SD/${number}`,
      isCancelled: false,
    })),
    voids: [],
    gifts: [],
    lastNumbers: new Map([[YEAR, count]]),
  }
}

const event = { eventId: 'e1', donationId: 'd1', paymentId: 'p1', orderId: 'o1', amount: 100, capturedAt: 0 }

test('reports nothing for consistent records', () => {
  expect(auditReceipts(recordsOf(3), [event])).toEqual([])
  expect(auditReceipts(recordsOf(0), [])).toEqual([])
})

/** Records of two captures with these parts replaced. */
const changed = (change: (records: ReceiptRecords) => Partial<ReceiptRecords>) => {
  const records = recordsOf(2)
  return auditReceipts({ ...records, ...change(records) }, [])
}

test('reports a gap, a repeated number, and a last number without a receipt', () => {
  const numbered = (number: number) =>
    changed(({ receipts }) => ({ receipts: receipts.map((each) => (each.number === 2 ? { ...each, number } : each)) }))
  expect(numbered(3)).toEqual(['2026-27 has 3 where 2 should be'])
  expect(numbered(1)).toEqual(['2026-27 has 1 where 2 should be'])
  expect(changed(() => ({ lastNumbers: new Map([[YEAR, 3]]) }))).toEqual([
    '2026-27 has 2 receipts, but 3 as its last number',
  ])
})

test('reports a capture without a receipt, and a receipt without a capture', () => {
  const bare = changed(({ receipts }) => ({ receipts: receipts.slice(0, 1), lastNumbers: new Map([[YEAR, 1]]) }))
  expect(bare).toEqual(['donation d2 is captured and has no receipt', 'donation d2 names receipt SD/2, and has null'])
  const early = changed(({ donations }) => ({ donations: donations.map((each) => ({ ...each, status: 'created' })) }))
  expect(early).toEqual(['donation d1 is created and has receipt SD/1', 'donation d2 is created and has receipt SD/2'])
})

test('reports an acknowledged capture that is missing or differs', () => {
  expect(auditReceipts(recordsOf(0), [event])).toEqual(['acknowledged e1 is gone'])
  expect(auditReceipts(recordsOf(1), [{ ...event, paymentId: 'p2' }])).toEqual([
    'acknowledged e1 is captured as p1 of 100 paise',
  ])
})

const GIFT: GiftRecord = {
  ...{ id: 'd1', mode: 'cash', note: 'Desk 1', status: 'captured', amount: 100, booked: 100 },
  ...{ isDeleted: false, hasLeaf: false },
}

test('counts cancelled and void numbers, and expects one receipt that holds of a gift by hand', () => {
  /** A gift whose first receipt was replaced, and a void number. */
  const replaced = (gift: GiftRecord, isCancelled = true) =>
    changed(({ donations, receipts }) => ({
      donations: donations.filter(({ id }) => id === 'd1').map((each) => ({ ...each, receiptNumber: 'SD/2' })),
      receipts: receipts.map((each, at) => ({ ...each, donationId: 'd1', isCancelled: at === 0 && isCancelled })),
      voids: [{ series: YEAR, number: 3 }],
      gifts: [gift],
      lastNumbers: new Map([[YEAR, 3]]),
    }))
  expect(replaced(GIFT)).toEqual([])
  expect(replaced(GIFT, false)).toContain('donation d1 has 2 receipts')
  for (const gift of [
    { ...GIFT, isDeleted: true },
    { ...GIFT, hasLeaf: true },
  ])
    expect(replaced(gift)).toEqual(['donation d1 is captured and has receipt SD/2'])
})

test('reports a wrong sum of the cash books, and a gift that was entered twice or is gone', () => {
  const sent = { key: 'k', body: { mode: 'cash', note: 'Desk 1', receivedOn: '' }, id: 'd1' }
  expect(auditGifts([GIFT], [sent])).toEqual([])
  expect(auditGifts([{ ...GIFT, isDeleted: true }], [])).toEqual(['the cash books have 100 of gift d1, not 0'])
  expect(auditGifts([GIFT, { ...GIFT, id: 'd2' }], [sent])).toEqual(['gift Desk 1 was entered 2 times'])
  expect(auditGifts([], [sent])).toEqual(['acknowledged gift Desk 1 is gone, not d1'])
})

test('reports receipts that a copy lacks, and issued numbers that it would give again', () => {
  const before = recordsOf(2)
  const lastNumbers = new Map([[YEAR, 3]])
  const expected = { receipts: before.receipts, gifts: [], lastNumbers }
  const copy = { ...before, voids: [{ series: YEAR, number: 3 }], lastNumbers }
  expect(auditCopiedReceipts(copy, expected)).toEqual([])
  expect(auditCopiedReceipts(before, expected)).toEqual(['2026-27 ends with 2 in the copy, but 3 was issued'])
  const older = { ...recordsOf(1), voids: [2, 3].map((number) => ({ series: YEAR, number })), lastNumbers }
  expect(auditCopiedReceipts(older, expected)).toEqual([
    'receipt 2 of 2026-27 belongs to nothing in the copy, not to d2',
  ])
  const gifts = [{ key: 'k', id: 'g1', body: { mode: 'cash', note: 'n', receivedOn: '2026-04-01' } }]
  expect(auditCopiedReceipts(copy, { ...expected, gifts })).toEqual(['acknowledged gift n is gone, not g1'])
})
