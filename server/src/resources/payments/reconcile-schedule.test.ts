import { expect, test } from 'vitest'
import { nextReconcileTime } from './reconcile-schedule.ts'

const INDIA = 'Asia/Kolkata'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('schedules queries at growing intervals until an order can no longer be paid', () => {
  const start = new Date('2026-05-31T18:28:00.000Z')
  const ages: number[] = []
  for (let at: Date | undefined = nextReconcileTime(start, start, INDIA); at; at = nextReconcileTime(start, at, INDIA))
    ages.push(at.getTime() - start.getTime())
  expect(ages).toEqual([15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 6 * DAY, 7 * DAY])
})

test('schedules a query at the start of the financial year', () => {
  const start = new Date('2026-03-31T16:00:00.000Z')
  const newYear = new Date('2026-03-31T18:30:00.000Z')
  const hours = (age: number) => new Date(start.getTime() + age * HOUR)
  expect(nextReconcileTime(start, hours(1), INDIA)).toEqual(newYear)
  expect(nextReconcileTime(start, newYear, INDIA)).toEqual(hours(4))
  expect(nextReconcileTime(newYear, newYear, INDIA)).toEqual(new Date(newYear.getTime() + 15 * MINUTE))
  const days = new Date('2026-03-27T00:00:00.000Z')
  expect(nextReconcileTime(days, new Date('2026-03-30T12:00:00.000Z'), INDIA)).toEqual(newYear)
})
