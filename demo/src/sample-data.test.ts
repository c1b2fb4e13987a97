import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seededRandom } from './random.ts'
import { type SampleDonation, sampleDonations } from './sample-donations.ts'

describe('donations', () => {
  const now = new Date('2026-11-21T09:30:00Z')
  const made = (seed: number): SampleDonation[] => {
    let id = 0
    return sampleDonations(seededRandom(seed), 620, now, () => String(++id))
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
