import { describe, expect, test } from 'vitest'
import { renderPart } from '../../../testing/render.tsx'
import { TrustProvider } from '../base/trust.tsx'
import { DateTime, formatDate } from './date-time.tsx'
import { UNKNOWN } from './money.tsx'

describe('formatDate', () => {
  test('counts the day in the trust’s zone, whatever the machine’s', () => {
    const lateInIndia = '2026-11-20T20:00:00.000Z'
    expect(formatDate(lateInIndia, 'date', 'Asia/Kolkata')).toBe('21 Nov 2026')
    expect(formatDate(lateInIndia, 'date', 'America/New_York')).toBe('20 Nov 2026')
  })

  test('speaks Hindi', () => {
    expect(formatDate('2026-11-21T06:30:00.000Z', 'date', 'Asia/Kolkata', 'hi')).toMatch(/^21 नव.? 2026$/)
  })

  test('shows the time with its half of the day', () => {
    expect(formatDate('2026-11-21T06:30:00.000Z', 'date-time', 'Asia/Kolkata')).toBe('21 Nov 2026, 12:00 PM')
  })

  test.each([undefined, null, '', '  ', 'yesterday', {}, Number.NaN, '2026-13-45'])('%j is a dash', (moment) => {
    expect(formatDate(moment, 'date', 'Asia/Kolkata')).toBe(UNKNOWN)
  })

  test('a zone that nobody knows falls back to India’s', () => {
    expect(formatDate('2026-11-20T20:00:00.000Z', 'date', 'Mars/Olympus')).toBe('21 Nov 2026')
  })
})

test('a date on screen is one that machines can read too; a broken one does no harm', async () => {
  const screen = await renderPart(
    <TrustProvider trust={{ trustName: 'Trust', timeZone: 'Asia/Kolkata' }}>
      <DateTime moment="2026-11-20T20:00:00.000Z" />
      <DateTime moment="broken" />
    </TrustProvider>,
  )
  await expect.element(screen.getByText('21 Nov 2026')).toHaveAttribute('datetime', '2026-11-20T20:00:00.000Z')
  await expect.element(screen.getByText(UNKNOWN)).not.toHaveAttribute('datetime')
})
