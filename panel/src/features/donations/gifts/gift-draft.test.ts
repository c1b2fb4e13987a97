import { expect, test } from 'vitest'
import { ANONYMOUS, changesBook, changesReceipt, newGiftDraft } from './gift-draft.ts'

const HEADING = { purposeId: '', institutionId: '', donationType: 'general' } as const
const BASE = { ...newGiftDraft('cheque', '2026-11-20', HEADING), donorId: 'd1', amount: '2,100', bank: 'SBI' }

test.each([
  ['the donor', { donorId: 'd2' }],
  ['a gift without a donor', { donorId: ANONYMOUS }],
  ['the amount', { amount: '2,100.50' }],
  ['the day', { receivedOn: '2026-11-21' }],
])('a new receipt and an entry of the cash book follow from another value: %s', (_what, change) => {
  const draft = { ...BASE, ...change }
  expect([changesReceipt(draft, BASE), changesBook(draft, BASE)]).toEqual([true, true])
})

test.each([
  ['another note', { note: 'by post' }, false],
  ['another spelling of the amount', { amount: '₹ 2100.00' }, false],
  ['the bank, which the book names', { bank: 'PNB' }, true],
  ['a bank with spaces around it', { bank: ' SBI ' }, false],
])('the receipt stays valid after %s', (_what, change, isInBook) => {
  const draft = { ...BASE, ...change }
  expect([changesReceipt(draft, BASE), changesBook(draft, BASE)]).toEqual([false, isInBook])
})
