import { expect, test } from 'vitest'
import { leafKey } from './leaf-key.ts'

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
