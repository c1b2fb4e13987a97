import { describe, expect, test } from 'vitest'
import { renderPart } from '../../../testing/render.tsx'
import { TrustProvider } from '../base/trust.tsx'
import { DateTime, formatDate } from './date-time.tsx'
import { UNKNOWN } from './money.tsx'

describe('formatDate', () => {
  test('uses the trust’s time zone, not the local one', () => {
    const lateInIndia = '2026-11-20T20:00:00.000Z'
    expect(formatDate(lateInIndia, 'date', 'Asia/Kolkata')).toBe('21 Nov 2026')
    expect(formatDate(lateInIndia, 'date', 'America/New_York')).toBe('20 Nov 2026')
  })

  test('formats a date in Hindi with the month in full', () => {
    expect(formatDate('2026-11-01T06:30:00.000Z', 'date', 'Asia/Kolkata', 'hi')).toBe('1 नवंबर 2026')
  })

  test.each([
    ['03:59', 'रात 3:59'],
    ['04:00', 'सुबह 4:00'],
    ['12:00', 'दोपहर 12:00'],
    ['16:05', 'शाम 4:05'],
    ['23:39', 'रात 11:39'],
  ])('formats %s in Hindi as %s', (time, words) => {
    expect(formatDate(`2026-11-22T${time}:00+05:30`, 'time', 'Asia/Kolkata', 'hi')).toBe(words)
    expect(formatDate(`2026-11-22T${time}:00+05:30`, 'date-time', 'Asia/Kolkata', 'hi')).toBe(`22 नवंबर 2026, ${words}`)
  })

  test('formats a time with AM or PM', () => {
    expect(formatDate('2026-11-21T06:30:00.000Z', 'date-time', 'Asia/Kolkata')).toBe('21 Nov 2026, 12:00 PM')
  })

  test.each([undefined, null, '', '  ', 'yesterday', {}, Number.NaN, '2026-13-45'])(
    'formats %j as a dash',
    (moment) => {
      expect(formatDate(moment, 'date', 'Asia/Kolkata')).toBe(UNKNOWN)
    },
  )

  test('falls back to Asia/Kolkata for an unknown time zone', () => {
    expect(formatDate('2026-11-20T20:00:00.000Z', 'date', 'Mars/Olympus')).toBe('21 Nov 2026')
  })
})

test('renders a time element with a machine-readable date, or a dash for an invalid date', async () => {
  const screen = await renderPart(
    <TrustProvider trust={{ trustName: 'Trust', timeZone: 'Asia/Kolkata' }}>
      <DateTime moment="2026-11-20T20:00:00.000Z" />
      <DateTime moment="broken" />
    </TrustProvider>,
  )
  await expect.element(screen.getByText('21 Nov 2026')).toHaveAttribute('datetime', '2026-11-20T20:00:00.000Z')
  await expect.element(screen.getByText(UNKNOWN)).not.toHaveAttribute('datetime')
})
