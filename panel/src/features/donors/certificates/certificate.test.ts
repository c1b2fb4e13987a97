import { expect, test } from 'vitest'
import { newCertificate, readCertificate, yearsUntil } from './certificate.ts'

test.each([
  ['2026-03-31', '2025-26', '2024-25'],
  ['2026-04-01', '2026-27', '2025-26'],
])('on %s the newest year is %s, and the form starts with %s', (today, newest, lastComplete) => {
  const years = yearsUntil(today)
  expect([years[0], years.at(-1)]).toEqual([newest, '2021-22'])
  expect(new Set(years).size).toBe(years.length)
  expect(newCertificate(today)).toEqual({ year: lastComplete, number: '', files: [] })
})

test('reads what a backend leaves out or sends otherwise as unknown', () => {
  const unknown = { _id: '', year: '', name: '', number: '', bytes: undefined, addedBy: '', createdAt: '' }
  expect(readCertificate({}, 3)).toEqual({ ...unknown, id: 'without-id-3' })
  const odd = { _id: 7, year: {}, name: null, number: 12, bytes: 'many', addedBy: [], createdAt: null }
  expect(readCertificate(odd, 0)).toEqual({ ...unknown, id: '7', _id: '7', number: '12' })
})
