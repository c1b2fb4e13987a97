import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { readIds } from './fields.ts'
import { readList, readRecords } from './record-list.ts'

const RECORDS = [{ _id: '1' }, { _id: '2' }]

test.each([
  ['as specified', { success: true, data: RECORDS }],
  ['in data alone', { data: RECORDS }],
  ['a bare array', RECORDS],
  ['with additional fields', { status: 'ok', count: '2', page: null, message: {}, data: RECORDS, data2: [] }],
  ['among null, numbers and texts', { data: [null, 1, ...RECORDS, 'x', [], [null]] }],
])('reads the records of a list: %s', (_how, response) => {
  expect(readList(response)).toEqual(RECORDS)
})

test.each([[[]], [{ data: [] }], [{ success: true, data: null }], [{ data: [null, 7, 'x', [], true] }]])(
  'reads %j as an empty list',
  (response) => {
    expect(readList(response)).toEqual([])
  },
)

test.each([
  null,
  'none',
  0,
  {},
  { success: true },
  { data: null },
  { success: true, data: { 0: {} } },
  { data: 'none' },
])('throws on %j, which is no list', (response) => {
  expect(() => readList(response)).toThrow(ApiError)
})

test('gives each record an id of its own', () => {
  const list = [{ _id: 'same' }, {}, { _id: 'same' }, { _id: 7 }, { _id: null }]
  expect(readRecords(list, readIds)).toEqual([
    { id: 'same', _id: 'same' },
    { id: 'without-id-1', _id: '' },
    { id: 'same-2', _id: 'same' },
    { id: '7', _id: '7' },
    { id: 'without-id-4', _id: '' },
  ])
})
