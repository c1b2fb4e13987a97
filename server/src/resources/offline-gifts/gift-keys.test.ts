import { expect, test } from 'vitest'
import { leafKey, referenceKey } from './gift-keys.ts'

test.each([
  ['a', '12'],
  ['A', '012'],
  ['A', '१२'],
  ['Ａ', '１２'],
  [' A ', '1 2'],
  ['A', '12\u200b'],
  ['A', '1\u00ad2'],
])('is equal for the leaf A 12 and for %j %j', (book, leaf) => {
  expect(leafKey(book, leaf)).toBe(leafKey('A', '12'))
})

test.each([
  ['A', '120'],
  ['A', '102'],
  ['B', '12'],
  ['A1', '2'],
  ['', '12'],
])('differs for the leaf A 12 and for %j %j', (book, leaf) => {
  expect(leafKey(book, leaf)).not.toBe(leafKey('A', '12'))
})

test('is empty without a leaf', () => {
  expect([leafKey('A', ''), leafKey('A', '\u200b')]).toEqual(['', ''])
  expect(leafKey('A', '000')).toBe(leafKey('A', '0'))
})

const NONE = { reference: '', instrumentNumber: '', bank: '' }
const upi = (reference: string) => referenceKey('upi', { ...NONE, reference })
const cheque = (instrumentNumber: string, bank: string) => referenceKey('cheque', { ...NONE, instrumentNumber, bank })

test('a reference has one key in all spellings and modes', () => {
  for (const text of [
    '4123 4567 8901',
    '४१२३४५६७८९०१',
    '4123-4567–8901',
    '４１２３４５６７８９０１',
    '4123\u200b45678901',
  ])
    expect(upi(text)).toBe(upi('412345678901'))
  expect(upi('4123-0056-7890')).toBe(upi('412300567890'))
  expect(referenceKey('bank_transfer', { ...NONE, reference: '412345678901' })).toBe(upi('412345678901'))
  expect(upi('412345678902')).not.toBe(upi('412345678901'))
  expect([upi(''), upi(' - '), referenceKey('card', { ...NONE, reference: '42' })]).toEqual(['', '', ''])
})

test('a cheque or draft has the key of its number and bank', () => {
  expect(cheque('१२३', 'state  bank.')).toBe(cheque('000123', 'State Bank'))
  expect(cheque('000123', 'Canara Bank')).not.toBe(cheque('000123', 'State Bank'))
  expect(cheque('', 'State Bank')).toBe('')
  expect(referenceKey('draft', { ...NONE, instrumentNumber: '123', bank: 'State Bank' })).toBe(
    cheque('123', 'State Bank'),
  )
})
