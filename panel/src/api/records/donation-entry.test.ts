import { expect, test } from 'vitest'
import { readDonation } from './donation-entry.ts'
import { readInteger } from './fields.ts'

test('reads a complete record and trims its texts', () => {
  const entry = readDonation(
    {
      _id: 'd1',
      donorName: ' Asha ',
      amount: 500100,
      currency: 'INR',
      localStatus: 'captured',
      createdAt: '2026-04-01T00:00:00.000Z',
      razorpay: { orderId: 'order_1', paymentId: 'pay_1', signature: null },
      receipt: { token: 't'.repeat(32), expiresAt: null, number: '2026-27/1' },
      offlineGift: {
        enteredAt: '2026-04-02T00:00:00.000Z',
        receivedOn: '2026-04-01',
        hasReceipt: true,
        heldBySlip: 's1',
      },
    },
    0,
  )
  expect(entry).toMatchObject({
    id: 'd1',
    donorName: 'Asha',
    amount: 500100,
    razorpay: { orderId: 'order_1', paymentId: 'pay_1' },
    receipt: { token: 't'.repeat(32), number: '2026-27/1' },
    purpose: '',
    offlineGift: {
      enteredAt: '2026-04-02T00:00:00.000Z',
      receivedOn: '2026-04-01',
      hasReceipt: true,
      heldBySlip: 's1',
      booksClosedUpTo: null,
    },
  })
})

test.each([
  [{}],
  [{ _id: null, donorName: ['x'], donorEmail: {}, amount: {}, createdAt: [], razorpay: 'x', receipt: 'x' }],
  [{ razorpay: null, receipt: null, createdAt: Number.NaN, updatedAt: 1e99 }],
  [{ receipt: { token: '' }, localStatus: true, offlineGift: 'x' }],
  [{ offlineGift: {} }],
  [{ offlineGift: { enteredAt: 'soon', hasReceipt: true } }],
])('reads %j as an empty record', (fields) => {
  expect(readDonation(fields, 7)).toEqual({
    id: 'without-id-7',
    _id: '',
    donorName: '',
    donorEmail: '',
    donorPhone: '',
    purpose: '',
    purposeId: '',
    amount: undefined,
    currency: '',
    localStatus: '',
    createdAt: '',
    updatedAt: '',
    razorpay: { orderId: '', paymentId: '' },
    receipt: undefined,
    paymentMethod: '',
    refundedAmount: undefined,
    settlement: undefined,
    heldPaymentId: '',
    outdatedOnReceipt: [],
    donorId: '',
    donorAddress: '',
    donorPan: '',
    offlineGift: undefined,
  })
})

test('reads a gift by hand that says no more than when it was entered', () => {
  const sent = { enteredAt: 1, receivedOn: null, hasReceipt: 'yes', heldBySlip: {}, booksClosedUpTo: [] }
  expect(readDonation({ offlineGift: sent }, 0).offlineGift).toEqual({
    enteredAt: '1970-01-01T00:00:00.001Z',
    receivedOn: '',
    hasReceipt: false,
    heldBySlip: '',
    booksClosedUpTo: null,
  })
})

test('reads numbers as texts and dates', () => {
  expect(readDonation({ _id: 5, donorPhone: 9876543210, createdAt: 0 }, 0)).toMatchObject({
    id: '5',
    donorPhone: '9876543210',
    createdAt: '1970-01-01T00:00:00.000Z',
  })
})

test.each([
  ['5000', 5000],
  [' -20 ', -20],
  [99.6, 100],
  ['', undefined],
  ['0x10', undefined],
  ['1,000', undefined],
  [1e300, undefined],
  [Number.NaN, undefined],
  [true, undefined],
])('reads %j as %j paise', (value, paise) => {
  expect(readInteger(value)).toBe(paise)
})
