import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isEndBeforeStart, isEventOver } from '@sevadesk/contract/content/event-dates.ts'
import { describe, expect, test } from 'vitest'
import { datesOf, EVENT_ALBUM } from './event-album.ts'
import { seededRandom } from './random.ts'
import { type SampleDonation, sampleDonations } from './sample-donations.ts'

describe('donations', () => {
  const now = new Date('2026-11-21T09:30:00Z')
  const made = (seed: number): SampleDonation[] => {
    let id = 0
    return sampleDonations(seededRandom(seed), now, () => String(++id))
  }
  const rows = made(1)

  test('are the same for the same seed', () => {
    expect(made(1)).toEqual(rows)
    expect(made(2)).not.toEqual(rows)
  })

  test('have whole paise, every status, both scripts, missing fields and no future dates', () => {
    expect(rows.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)).toBe(true)
    const statuses = new Set(rows.map(({ status }) => status))
    expect(statuses).toEqual(new Set(['authorized', 'captured', 'pending', 'created', 'failed', 'refunded', null]))
    expect(rows.some(({ donor_name }) => /\p{Script=Devanagari}/u.test(donor_name ?? ''))).toBe(true)
    for (const column of ['donor_name', 'donor_email', 'donor_phone', 'purpose'] as const) {
      expect(rows.some((row) => row[column] === null)).toBe(true)
      expect(rows.some((row) => row[column] !== null)).toBe(true)
    }
    expect(rows.every((row) => row.updated_at >= row.created_at && row.updated_at <= now.toISOString())).toBe(true)
    expect(rows.some((row) => row.created_at < '2024-06-01')).toBe(true)
  })
})

test('the gaushala clip is in the repository', () => {
  expect(existsSync(join(import.meta.dirname, 'clips', 'gaushala.mp4'))).toBe(true)
})

test('has past and upcoming events, with and without hours, dated from the day of creation', () => {
  const zone = 'Asia/Kolkata'
  const now = new Date('2026-11-21T20:00:00Z') // the 22nd in Kolkata
  const events = EVENT_ALBUM.map(({ plan }) => {
    const { starts_at: startsAt, ends_at: endsAt } = datesOf(plan, now, zone)
    return { startsAt, endsAt }
  })
  expect(events[0]).toEqual({ startsAt: '2026-12-01T02:30:00.000Z', endsAt: '2026-12-01T07:30:00.000Z' })
  expect(events[3]).toEqual({ startsAt: '2027-01-02', endsAt: '2027-01-03' })
  expect(events.filter((event) => isEventOver(event, now.getTime(), zone))).toHaveLength(4)
  expect(events.filter((event) => isEndBeforeStart(event, zone))).toEqual([])
})
