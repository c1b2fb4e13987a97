import { expect, test } from 'vitest'
import { newCertificate, numberLength, readCertificate, yearsUntil } from './certificate.ts'

test.each([
  ['2026-03-31', '2025-26', '2024-25'],
  ['2026-04-01', '2026-27', '2025-26'],
])('on %s the newest year is %s, and the form starts with %s', (today, newest, lastComplete) => {
  const years = yearsUntil(today)
  expect([years[0], years.at(-1)]).toEqual([newest, '2000-01'])
  expect(new Set(years).size).toBe(years.length)
  expect(newCertificate(today)).toEqual({ year: lastComplete, number: '', files: [] })
})

test('names the years around 2000 right', () => {
  expect(yearsUntil('2010-05-01').slice(-2)).toEqual(['2001-02', '2000-01'])
})

test('offers a year on a computer whose clock is far behind', () => {
  expect(yearsUntil('1990-05-01')).toEqual(['1990-91'])
  expect(newCertificate('1990-05-01').year).toBe('1990-91')
})

test('reads what a backend leaves out or sends otherwise as unknown', () => {
  const unknown = { _id: '', year: '', name: '', number: '', bytes: undefined, addedBy: '', createdAt: '' }
  expect(readCertificate({}, 3)).toEqual({ ...unknown, id: 'without-id-3' })
  const odd = { _id: 7, year: {}, name: null, number: 12, bytes: 'many', addedBy: [], createdAt: null }
  expect(readCertificate(odd, 0)).toEqual({ ...unknown, id: '7', _id: '7', number: '12' })
})

test.each([
  ['  AB \t C12 ', 6],
  ['AB\u200b\u2060C\u0000', 3],
  ['𝟙𝟚𝟛', 3],
  ['straße', 7],
])('counts the characters of %j that the server stores: %i', (number, length) => {
  expect(numberLength(number)).toBe(length)
})
