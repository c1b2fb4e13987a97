import { expect, test } from 'vitest'
import { newCertificate, yearsUntil } from './certificate.ts'

test.each([
  ['2026-03-31', '2025-26', '2024-25'],
  ['2026-04-01', '2026-27', '2025-26'],
])('on %s the newest year is %s, and the form starts with %s', (today, newest, lastComplete) => {
  const years = yearsUntil(today)
  expect([years[0], years.at(-1)]).toEqual([newest, '2021-22'])
  expect(new Set(years).size).toBe(years.length)
  expect(newCertificate(today)).toEqual({ year: lastComplete, number: '', files: [] })
})
