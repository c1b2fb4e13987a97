import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { donation, plainBackend } from '../../testing/donations.ts'
import { openPanel } from '../../testing/open-panel.tsx'

afterEach(() => vi.useRealTimers())

test('the period "Today" changes at midnight in the trust’s zone', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.parse('2026-03-14T23:59:30+05:30'),
    shouldAdvanceTime: true,
  })
  const donations = [
    donation(1, { donorName: 'Late Donor', createdAt: '2026-03-14T18:00:00.000Z' }),
    donation(2, { donorName: 'Early Donor', createdAt: '2026-03-14T18:40:00.000Z' }),
  ]
  await openPanel('/donations?period=today', plainBackend(donations))
  await expect.element(page.getByText('Late Donor')).toBeVisible()
  vi.advanceTimersByTime(31_000)
  await expect.element(page.getByText('Early Donor')).toBeVisible()
  await expect.element(page.getByText('Late Donor')).not.toBeInTheDocument()
})
